# Finds a CUDA tree that clang takes as --cuda-path: IKET_CUDA_PATH if given, a
# toolkit on the machine, or the project-local one that tools/bootstrap makes of
# NVIDIA's PyPI packages.
#
#   IKET_CUDA_PATH     the tree
#   IKET_CUDA_LIBDIR   where its libcudart_static.a lies
set(IKET_CUDA_PATH "" CACHE PATH "CUDA tree for clang's --cuda-path")
if(NOT IKET_CUDA_PATH)
  file(GLOB _iket_cuda_candidates
       /usr/local/cuda
       ${PROJECT_SOURCE_DIR}/.iket/venv/lib/python3*/site-packages/nvidia/cu13)
  foreach(_candidate $ENV{CUDA_PATH} ${_iket_cuda_candidates})
    if(EXISTS ${_candidate}/bin/ptxas AND EXISTS ${_candidate}/include/cuda.h)
      set(IKET_CUDA_PATH ${_candidate} CACHE PATH "" FORCE)
      break()
    endif()
  endforeach()
endif()
find_path(IKET_CUDA_LIBDIR libcudart_static.a
          HINTS ${IKET_CUDA_PATH}/lib64 ${IKET_CUDA_PATH}/lib NO_DEFAULT_PATH)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(IketCuda REQUIRED_VARS IKET_CUDA_PATH
                                  IKET_CUDA_LIBDIR)

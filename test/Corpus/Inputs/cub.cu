// CUB's device-wide algorithms, instantiated once each: cuda-cccl is headers
// only and has no sources to compile.
#include <cub/cub.cuh>

template <class T>
void algorithms(void *temp, size_t &bytes, T *in, T *out, int *counts, int n) {
  cub::DeviceReduce::Sum(temp, bytes, in, out, n);
  cub::DeviceReduce::ReduceByKey(temp, bytes, in, out, in, out, counts,
                                 cuda::std::plus<>(), n);
  cub::DeviceScan::ExclusiveSum(temp, bytes, in, out, n);
  cub::DeviceSelect::Unique(temp, bytes, in, out, counts, n);
  cub::DeviceRunLengthEncode::Encode(temp, bytes, in, out, counts, counts, n);
}

template void algorithms(void *, size_t &, float *, float *, int *, int);

// libcu++ inside kernels: atomics, a block's barrier and an asynchronous copy.
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/std/tuple>

__global__ void count(const int *in, int *bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  auto [bin, weight] = cuda::std::make_tuple(in[i] & 255, in[i] >> 8);
  cuda::atomic_ref<int, cuda::thread_scope_device> ref(bins[bin]);
  ref.fetch_add(weight, cuda::memory_order_relaxed);
}

__global__ void stage(const int *in, int *out, int n) {
  using barrier = cuda::barrier<cuda::thread_scope_block>;
  __shared__ int tile[256];
  __shared__ alignas(barrier) char storage[sizeof(barrier)];
  auto *done = reinterpret_cast<barrier *>(storage);
  if (threadIdx.x == 0)
    init(done, blockDim.x);
  __syncthreads();
  for (int i = blockIdx.x * 256; i < n; i += gridDim.x * 256) {
    cuda::memcpy_async(&tile[threadIdx.x], &in[i + threadIdx.x], sizeof(int),
                       *done);
    done->arrive_and_wait();
    out[i + threadIdx.x] = tile[255 - threadIdx.x];
    done->arrive_and_wait();
  }
}

// Thrust's algorithms on device iterators, instantiated once each.
#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/merge.h>
#include <thrust/scan.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>

struct square {
  __host__ __device__ float operator()(float x) const { return x * x; }
};

float algorithms(thrust::device_ptr<float> in, thrust::device_ptr<float> out,
                 int n) {
  thrust::transform(thrust::device, in, in + n, out, square());
  thrust::inclusive_scan(thrust::device, in, in + n, out);
  thrust::merge(thrust::device, in, in + n / 2, in + n / 2, in + n, out);
  return thrust::transform_reduce(thrust::device, in, in + n, square(), 0.f,
                                  thrust::plus<float>());
}

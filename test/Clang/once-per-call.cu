// One range for each call: of a constructor or destructor, which is several
// functions; through a thunk; of a function whose declaration has a name as well
// as its definition; of a specialisation beside its primary template. What two
// attributes of one declaration ask for are two ranges. Functions whose mangled
// names differ in a digit behind a C or D are no constructors.
// REQUIRES: cuda, oracle, frontend
// RUN: %one-flag-clang -O1 -w -c %s -o %t.cubin && %oracle --counts %t.cubin | %filecheck %s
// RUN: %iket-clang -O1 -w -c %s -DPASS_ONLY -o %t.pass.cubin && %oracle --counts %t.pass.cubin | %filecheck %s

#include <iket/iket.h>
#ifdef PASS_ONLY
#define RANGE IKET_RANGE
#else
#define RANGE(NAME) [[iket::range(NAME)]]
#endif
__device__ void operator delete(void *, unsigned long) {} // Of D0.
#define FAR __device__ __noinline__

// CHECK-NOT: declared
// CHECK: kernel k 22 points
// CHECK-NEXT: 1 again
// CHECK-NEXT: 1 ctor
// CHECK-NEXT: 1 defined
// CHECK-NEXT: 1 dtor
// CHECK-NEXT: 1 inner
// CHECK-NEXT: 1 outer
// CHECK-NEXT: 11 pop_range
// CHECK-NEXT: 1 primary
// CHECK-NEXT: 1 run2
// CHECK-NEXT: 1 special
// CHECK-NEXT: 1 stageC1
// CHECK-NEXT: 1 thunk

RANGE("declared") FAR int named(int);
RANGE("defined") FAR int named(int x) { return x + 1; }
RANGE("again") FAR int again(int);
RANGE("again") FAR int again(int x) { return x * 3; }
RANGE("outer") RANGE("inner") FAR int two(int x) { return x + 5; }
template <class T> RANGE("primary") FAR int g(T x) { return x + 2; }
template <> RANGE("special") FAR int g<char>(char x) { return x + 3; }

FAR int stageC2(int x) { return x + 9; }
RANGE("stageC1") FAR int stageC1(int x) { return stageC2(x) * 3; }
struct D1 {};
struct D2 {};
FAR int run(D1, int x) { return x + 11; }
RANGE("run2") FAR int run(D2, int x) { return run(D1(), x) * 7; }

struct A {
  int X;
  virtual __device__ int a();
};
struct B {
  int Y;
  virtual __device__ int h();
};
struct S : A, B {
  RANGE("ctor") FAR S(int);
  RANGE("dtor") FAR virtual ~S();
  RANGE("thunk") FAR int h() override;
};
__device__ int A::a() { return X; }
__device__ int B::h() { return Y; }
__device__ S::S(int V) { X = V, Y = V + 1; }
__device__ S::~S() { X = 0; }
__device__ int S::h() { return X + Y; }

extern "C" __global__ void k(int *p, B *b) {
  S s(p[1]);
  p[0] = b->h() + s.a() + named(p[2]) + again(p[3]) + two(p[4]) + g(p[5]) +
         g(char(p[6])) + stageC1(p[7]) + run(D2(), p[8]);
}

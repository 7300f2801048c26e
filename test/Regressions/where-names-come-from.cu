// Compilers differ on when a constant is still one, and people give
// names in every way a constant can be given: literals, constexpr arrays and
// pointers of every scope, `__func__`, template arguments, choices, tables of
// any shape, parameters and results of functions. Each of those is an event at
// every level, and the same one.
// REQUIRES: cuda, oracle

// Native records hold 30 names: two builds.
// RUN: %iket-clang -std=c++20 -O0 -DCONSTANT -c %s -o %t.constant.0
// RUN: %oracle --counts %t.constant.0 | %filecheck %s --check-prefix=CONSTANT
// RUN: %iket-clang -std=c++20 -O0 -DCHOICE -c %s -o %t.choice.0
// RUN: %oracle --counts %t.choice.0 | %filecheck %s --check-prefix=CHOICE
// RUN: %iket-clang -std=c++20 -O1 -DCONSTANT -c %s -o %t.constant.1
// RUN: %oracle --counts %t.constant.1 | %filecheck %s --check-prefix=CONSTANT
// RUN: %iket-clang -std=c++20 -O1 -DCHOICE -c %s -o %t.choice.1
// RUN: %oracle --counts %t.choice.1 | %filecheck %s --check-prefix=CHOICE
// RUN: %iket-clang -std=c++20 -O2 -DCONSTANT -c %s -o %t.constant.2
// RUN: %oracle --counts %t.constant.2 | %filecheck %s --check-prefix=CONSTANT
// RUN: %iket-clang -std=c++20 -O2 -DCHOICE -c %s -o %t.choice.2
// RUN: %oracle --counts %t.choice.2 | %filecheck %s --check-prefix=CHOICE
// RUN: %iket-clang -std=c++20 -O3 -DCONSTANT -c %s -o %t.constant.3
// RUN: %oracle --counts %t.constant.3 | %filecheck %s --check-prefix=CONSTANT
// RUN: %iket-clang -std=c++20 -O3 -DCHOICE -c %s -o %t.choice.3
// RUN: %oracle --counts %t.choice.3 | %filecheck %s --check-prefix=CHOICE
// CONSTANT:      kernel _Z8constantPi [[#]] points
// CONSTANT-NEXT:   1 argument
// CONSTANT-NEXT:   1 constant
// CONSTANT-NEXT:   1 first
// CONSTANT-NEXT:   1 global_array
// CONSTANT-NEXT:   1 global_ptr
// CONSTANT-NEXT:   1 in_header
// CONSTANT-NEXT:   1 lit
// CONSTANT-NEXT:   1 local_array
// CONSTANT-NEXT:   1 member_array
// CONSTANT-NEXT:   1 member_ptr
// CONSTANT-NEXT:   1 plane_11
// CONSTANT-NEXT:   1 row_1
// CONSTANT-NEXT:   1 viewed
// CONSTANT-NEXT:   1 vt
// CONSTANT-NOT:  {{.}}
// CHOICE:      kernel _Z6choicePii [[#]] points
// CHOICE-NEXT:   1 a longer one
// CHOICE-NEXT:   1 array_0
// CHOICE-NEXT:   1 array_1
// CHOICE-NEXT:   1 chars_0
// CHOICE-NEXT:   1 chars_1
// CHOICE-NEXT:   1 either_0
// CHOICE-NEXT:   1 either_1
// CHOICE-NEXT:   1 moved_0
// CHOICE-NEXT:   1 moved_1
// CHOICE-NEXT:   1 or_0
// CHOICE-NEXT:   1 or_1
// CHOICE-NEXT:   1 plane_00
// CHOICE-NEXT:   1 plane_10
// CHOICE-NEXT:   1 row_0
// CHOICE-NEXT:   1 row_1
// CHOICE-NEXT:   1 short
// CHOICE-NEXT:   1 t0
// CHOICE-NEXT:   1 t1
// CHOICE-NEXT: kernel _Z9functionsPii [[#]] points
// CHOICE-NEXT:   1 again
// CHOICE-NEXT:   1 far
// CHOICE-NEXT:   1 kept
// CHOICE-NEXT:   1 one
// CHOICE-NEXT:   {{[23]}} pop_range
// CHOICE-NEXT:   1 scoped
// CHOICE-NEXT:   1 two
// CHOICE-NEXT:   1 zero
// CHOICE-NOT:  {{.}}

#include <array>
#include <iket/iket.h>
#include <string_view>

static constexpr char Global[] = "global_array";
static constexpr const char *GlobalPtr = "global_ptr";
inline constexpr char InHeader[] = "in_header";
template <class T> constexpr char Variable[] = "vt";
struct Traits {
  static constexpr const char *Ptr = "member_ptr";
  static constexpr char Array[] = "member_array";
};
template <const char *Name> __device__ void event() { iket::mark(Name); }
inline constexpr char Argument[] = "argument";

__device__ const char *const First[2] = {"first", "second"};
__device__ const char *const Table[2] = {"t0", "t1"};
__device__ const char *const Either[2] = {"either_0", "either_1"};
__device__ const char *const Or[2] = {"or_0", "or_1"};
__device__ const char *const Moved[2] = {"moved_0", "moved_1"};
__device__ const char *const Plane[2][2] = {{"plane_00", "plane_01"},
                                            {"plane_10", "plane_11"}};
__device__ constexpr char Chars[2][8] = {"chars_0", "chars_1"};
__device__ constexpr std::array<const char *, 2> Array = {"array_0", "array_1"};
struct Row {
  int Id;
  const char *Name;
  const char *Comment;
};
__device__ const Row Rows[2] = {
    {1, "row_0", "a comment that is much longer than any name can be"},
    {2, "row_1", ""}};

#ifdef CONSTANT
__global__ void constant(int *p) {
  constexpr char Local[] = "local_array";
  constexpr std::string_view View = "viewed";
  __iket_mark("lit");
  __iket_mark(Global);
  __iket_mark(GlobalPtr);
  __iket_mark(__func__);
  __iket_mark(InHeader);
  __iket_mark(Variable<int>);
  __iket_mark(Traits::Ptr);
  __iket_mark(Traits::Array);
  event<Argument>();
  __iket_mark(Local);
  __iket_mark(View.data());
  __iket_mark(First[0]);
  __iket_mark(Plane[1][1]);
  __iket_mark(Rows[1].Name);
  p[0] = 1;
}

#else
__global__ void choice(int *p, int s) {
  __iket_mark(s > 7 ? "short" : "a longer one");
  __iket_mark(Table[s & 1]);
  __iket_mark(p[1] == 3 ? Either[p[2] & 1] : Or[p[3] & 1]);
  __iket_mark(Plane[s & 1][0]);
  __iket_mark(Chars[s & 1]);
  __iket_mark(Array[s & 1]);
  __iket_mark(Rows[s & 1].Name);
#pragma nounroll
  for (const char *const *N = Moved; N != Moved + 2; ++N) {
    __iket_mark(*N);
    p[0] += s;
  }
}

struct Kept {
  const char *Name;
  bool On;
  __device__ Kept(const char *Name, bool On = true) : Name(Name), On(On) {
    if (On)
      __iket_range_push(Name);
  }
  __device__ ~Kept() {
    if (On)
      __iket_range_pop(Name);
  }
};
struct Scoped {
  __device__ Scoped(const char *Name) { __iket_range_push(Name); }
  __device__ ~Scoped() { __iket_range_pop(); }
};
__device__ __noinline__ void far(const char *Name) { __iket_mark(Name); }
__device__ const char *pick(int I) {
  switch (I) {
  case 1:
    return "one";
  case 2:
    return "two";
  default:
    return "zero";
  }
}

__global__ void functions(int *p, int s) {
  {
    Kept A("kept");
    p[0] = 1;
  }
  {
    Scoped A("scoped");
    p[1] = 1;
  }
  {
    Scoped A("again");
    p[2] = 1;
  }
  far("far");
  __iket_mark(pick(s));
}
#endif

// Both spellings reach the same builtins, with the type of the payload in the
// suffix and the caller's file and line in the arguments.
// REQUIRES: cuda
// RUN: %plain-clang -D__IKET__ -O1 -S -emit-llvm -Xclang -disable-llvm-passes %s -o %t.ll
// RUN: %opt -passes='iket-prepare<runtime-payloads>,always-inline,function(sroa,instcombine<no-verify-fixpoint>),verify' -S %t.ll | %filecheck %s

#include <iket/iket.h>

// CHECK: @[[FILE:.*]] = private unnamed_addr constant {{.*}}spellings.cu\00"
// CHECK-LABEL: define{{.*}} @_Z1kPif(
__global__ void k(int *p, float f) {
  // CHECK: call void @__iket_mark(ptr {{.*}}@.str{{[0-9.]*}}, ptr {{.*}}@[[FILE]], i32 {{.*}}[[#@LINE+1]])
  iket::mark("a");
  // CHECK: call void @__iket_mark(ptr {{.*}}, i32 {{.*}}[[#@LINE+1]])
  __iket_mark("a");
  // CHECK: call void @__iket_mark_f32(ptr {{.*}}, float {{.*}}%{{.*}}, ptr {{.*}}, i32 {{.*}}[[#@LINE+1]])
  __iket_mark("b", f);
  // CHECK: call void @__iket_mark_ptr(ptr {{.*}}, ptr {{.*}}@{{.*}}, ptr {{.*}}, i32 {{.*}}[[#@LINE+1]])
  iket::mark("c", "text");
  // CHECK: call void @__iket_mark_i16(ptr {{.*}}, i16 {{.*}}7, ptr {{.*}}, i32 {{.*}}[[#@LINE+1]])
  iket::mark("d", iket::payload<short>(7));
  // CHECK: call void @__iket_mark_u32(ptr {{.*}}, i32 {{.*}}, ptr {{.*}}, i32 {{.*}}[[#@LINE+1]])
  iket::mark("e", true);
  // CHECK: call void @__iket_mark_i64(ptr {{.*}}, i64 {{.*}}1, ptr {{.*}}, i32 {{.*}}[[#@LINE+1]])
  iket::mark("f", 1L);
  // CHECK: call void @__iket_range_push_i8(ptr {{.*}}, i8 {{.*}}120, ptr {{.*}}, i32 {{.*}}[[#@LINE+1]])
  __iket_range_push("g", 'x');
  // CHECK: call void @__iket_range_pop_name(ptr {{.*}}, ptr {{.*}}, i32 {{.*}}[[#@LINE+1]])
  __iket_range_pop("g");
  // CHECK: call void @__iket_range_pop(ptr {{.*}}, i32 {{.*}}[[#@LINE+1]])
  __iket_range_pop();
  // CHECK: %[[T:.*]] = call {{.*}}i32 @__iket_range_start_u32(ptr {{.*}}, i32 {{.*}}3, ptr {{.*}}, i32 {{.*}}[[#@LINE+1]])
  auto t = __iket_range_start("h", 3u);
  // CHECK: call void @__iket_range_end_u32(i32 {{.*}}%[[T]], i32 {{.*}}4, ptr {{.*}}, i32 {{.*}}[[#@LINE+1]])
  __iket_range_end(t, 4u);
  // CHECK: call void @__iket_range_end_name(ptr {{.*}}, ptr {{.*}}, i32 {{.*}}[[#@LINE+1]])
  iket::range_end("i");
  // CHECK: call void @__iket_range_end_name_f64(ptr {{.*}}, double {{.*}}1.0{{.*}}, ptr {{.*}}, i32 {{.*}}[[#@LINE+1]])
  iket::range_end("j", 1.0);
  // CHECK: call void @__iket_range_pop(ptr {{.*}}, i32 {{.*}}[[#@LINE+1]])
  iket::range_end();
  // CHECK: call void @__iket_range_end(i32 {{.*}}0, ptr {{.*}}, i32 {{.*}}[[#@LINE+1]])
  iket::range_end(iket::sentinel_token());
  // Nested in an if, a scope leaves the else where it was.
  if (p[0])
    // CHECK: call void @__iket_range_push(ptr {{.*}}, ptr {{.*}}, i32 {{.*}}[[#@LINE+1]])
    IKET_SCOPE("k")
    p[1] = 1;
  else
    p[1] = 2;
  // CHECK: call void @__iket_range_push_i32(ptr {{.*}}, i32 {{.*}}9, ptr {{.*}}, i32 {{.*}}[[#@LINE+1]])
  iket::scoped_range r("l", 9);
  // CHECK: call void @__iket_keep(i32 {{.*}})
  iket::keep(p[2]);
  // CHECK: store i32 3
  p[3] = __iket_enabled() + 2 * iket::runtime_payloads_enabled();
  // CHECK: call void @__iket_range_pop(ptr {{.*}}null, i32 {{.*}}0)
}

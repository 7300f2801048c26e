; iket-prepare drops the builtins' bodies and makes their calls opaque,
; convergent and unmergeable; folds the queries; and makes payloads dead code
; unless they are recorded.
; RUN: %opt -passes='iket-prepare,verify' -S %s | %filecheck %s --check-prefixes=CHECK,OFF
; RUN: %opt -passes='iket-prepare<runtime-payloads>,verify' -S %s | %filecheck %s --check-prefixes=CHECK,ON
; RUN: %opt -passes='iket-prepare<fence=none>,verify' -S %s | %filecheck %s --check-prefix=NONE

target triple = "nvptx64-nvidia-cuda"

@.str = private unnamed_addr constant [5 x i8] c"load\00"

define linkonce_odr hidden void @__iket_mark(ptr %0, ptr %1, i32 %2) alwaysinline {
  ret void
}
define linkonce_odr void @__iket_mark_i32(ptr %0, i32 %1, ptr %2, i32 %3) alwaysinline {
  ret void
}
define linkonce_odr i1 @__iket_enabled() alwaysinline {
  ret i1 false
}
define linkonce_odr i1 @__iket_runtime_payloads() alwaysinline {
  ret i1 false
}
declare i32 @__iket_sentinel_token()
declare void @__iket_range_end(i32)

; CHECK: declare void @__iket_mark(ptr, ptr, i32) #[[EVENT:[0-9]+]]
; CHECK: declare void @__iket_mark_i32(ptr, i32, ptr, i32) #[[EVENT]]
; CHECK-NOT: @__iket_enabled
; CHECK-NOT: @__iket_runtime_payloads

; CHECK-LABEL: define ptx_kernel void @k(
define ptx_kernel void @k(ptr %p, i32 %x) #0 {
; CHECK-NEXT: call void @__iket_mark(ptr @.str, ptr null, i32 1)
  call void @__iket_mark(ptr @.str, ptr null, i32 1)
; OFF-NEXT: call void @__iket_mark_i32(ptr @.str, i32 0, ptr null, i32 2)
; ON-NEXT: call void @__iket_mark_i32(ptr @.str, i32 %x, ptr null, i32 2)
  call void @__iket_mark_i32(ptr @.str, i32 %x, ptr null, i32 2)
  %e = call i1 @__iket_enabled()
  %r = call i1 @__iket_runtime_payloads()
; CHECK-NEXT: store i1 true, ptr %p
  store i1 %e, ptr %p
; OFF-NEXT: store i1 false, ptr %p
; ON-NEXT: store i1 true, ptr %p
  store i1 %r, ptr %p
  %t = call i32 @__iket_sentinel_token()
; CHECK-NEXT: call void @__iket_range_end(i32 0)
  call void @__iket_range_end(i32 %t)
  ret void
}

; CHECK: attributes #[[EVENT]] = { convergent nocallback nofree nomerge nounwind willreturn }
; NONE: attributes #{{[0-9]+}} = { convergent nocallback nofree nomerge nounwind willreturn memory(inaccessiblemem: readwrite) }
attributes #0 = { "target-cpu"="sm_90" }

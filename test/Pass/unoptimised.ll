; Unoptimised code passes names and tokens through wrappers and stack slots. The
; pass inlines the wrappers and promotes those slots, and no others.
; RUN: %opt -passes='iket,verify' -S %s | %filecheck %s

target triple = "nvptx64-nvidia-cuda"

@a = private unnamed_addr constant [2 x i8] c"a\00"
@b = private unnamed_addr constant [2 x i8] c"b\00"

declare i32 @__iket_range_start(ptr)
declare void @__iket_range_end(i32)

define internal i32 @wrapper(ptr %name) alwaysinline {
  %slot = alloca ptr
  store ptr %name, ptr %slot
  %n = load ptr, ptr %slot
  %t = call i32 @__iket_range_start(ptr %n)
  ret i32 %t
}

; CHECK-LABEL: define ptx_kernel void @k(
; CHECK-NEXT:    %user = alloca i32
; CHECK-NOT:     alloca
; CHECK:         [[PMEVENT]] 1)
; CHECK:         store i32 7, ptr %user
; CHECK:         [[PMEVENT]] 1)
; CHECK:         ret void
define ptx_kernel void @k() #0 {
  %user = alloca i32
  %token = alloca i32
  %t = call i32 @wrapper(ptr @a)
  store i32 %t, ptr %token
  store i32 7, ptr %user
  %u = load i32, ptr %token
  call void @__iket_range_end(i32 %u)
  ret void
}

; A token inside a structure.
; CHECK-LABEL: define ptx_kernel void @struct(
; CHECK-NOT:     switch
; CHECK:         [[PMEVENT]] 2)
; CHECK:         [[PMEVENT]] 2)
; CHECK:         ret void
define ptx_kernel void @struct() #0 {
  %s = alloca { i32, i32 }
  %field = getelementptr { i32, i32 }, ptr %s, i32 0, i32 1
  %t = call i32 @wrapper(ptr @b)
  store i32 %t, ptr %field
  %again = getelementptr { i32, i32 }, ptr %s, i32 0, i32 1
  %u = load i32, ptr %again
  call void @__iket_range_end(i32 %u)
  ret void
}
attributes #0 = { noinline optnone "target-cpu"="sm_90" }

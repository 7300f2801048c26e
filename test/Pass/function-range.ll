; A function with a range attribute is pushed behind its allocas and popped at
; every return, also in front of a musttail call, but not where it traps. Other
; assumptions of the function stay, and so does everything of functions without.
; RUN: %opt -passes='iket-prepare,verify' -S %s | %filecheck %s

target triple = "nvptx64-nvidia-cuda"

declare void @llvm.trap()
declare i32 @other(i32)

; CHECK-DAG: @[[SCAN:.*]] = private unnamed_addr constant [5 x i8] c"scan\00"
; CHECK-DAG: @[[FILE:.*]] = private unnamed_addr constant [5 x i8] c"a.cu\00"
; CHECK-DAG: @[[BOTH:.*]] = private unnamed_addr constant [5 x i8] c"both\00"
; CHECK-DAG: @[[OUTER:.*]] = private unnamed_addr constant [6 x i8] c"outer\00"

; CHECK-LABEL: define i32 @_ZN2ns4scanEi(i32 %x)
; CHECK-SAME: #[[KEPT:[0-9]+]]
define i32 @_ZN2ns4scanEi(i32 %x) #0 {
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %a = alloca i32
; CHECK-NEXT:    call void @__iket_range_push(ptr @[[SCAN]], ptr @[[FILE]], i32 12)
; CHECK-NEXT:    %c = icmp
entry:
  %a = alloca i32
  %c = icmp eq i32 %x, 0
  br i1 %c, label %one, label %two
; CHECK:       one:
; CHECK-NEXT:    call void @__iket_range_pop(ptr @[[FILE]], i32 12)
; CHECK-NEXT:    ret i32 1
one:
  ret i32 1
two:
  %d = icmp eq i32 %x, 1
  br i1 %d, label %tail, label %dead
; CHECK:       tail:
; CHECK-NEXT:    call void @__iket_range_pop(ptr @[[FILE]], i32 12)
; CHECK-NEXT:    musttail call i32 @other
tail:
  %r = musttail call i32 @other(i32 %x)
  ret i32 %r
; CHECK:       dead:
; CHECK-NEXT:    call void @llvm.trap()
; CHECK-NEXT:    unreachable
dead:
  call void @llvm.trap()
  unreachable
}

; Without a name the function's own is taken; two ranges of one declaration nest as
; written, and replace those of an earlier one.
; CHECK-LABEL: define void @_Z4bothv()
; CHECK-NEXT:    call void @__iket_range_push(ptr @[[OUTER]], ptr @{{.*}}, i32 2)
; CHECK-NEXT:    call void @__iket_range_push(ptr @[[BOTH]], ptr @{{.*}}, i32 2)
; CHECK-NEXT:    call void @__iket_range_pop(ptr @{{.*}}, i32 2)
; CHECK-NEXT:    call void @__iket_range_pop(ptr @{{.*}}, i32 2)
; CHECK-NEXT:    ret void
define void @_Z4bothv() #1 {
  ret void
}

; CHECK-LABEL: define void @untouched()
; CHECK-SAME: #[[OTHER:[0-9]+]]
; CHECK-NEXT:    ret void
define void @untouched() #2 {
  ret void
}

; CHECK-DAG: attributes #[[KEPT]] = { "llvm.assume"="ompx_first,ompx_last" }
; CHECK-DAG: attributes #[[OTHER]] = { "llvm.assume"="ompx_other" }
attributes #0 = { "llvm.assume"="ompx_first,ompx_iket.range\0Ascan\0Aa.cu\0A12\0A,ompx_last" }
attributes #1 = { "llvm.assume"="ompx_iket.range\0Aearlier\0Aa.cu\0A1\0A,ompx_iket.range\0Aouter\0Aa.cu\0A2\0A,ompx_iket.range\0A\0Aa.cu\0A2\0A" }
attributes #2 = { "llvm.assume"="ompx_other" }

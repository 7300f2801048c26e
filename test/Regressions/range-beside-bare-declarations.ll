; A range around a function, asked for by an attribute, in a module
; whose own front end declares push and pop without a place in the source: the
; IR contract leaves that place out at will, and a front end that uses both must
; not be told that its pop is no direct call.
; RUN: %opt -passes='iket,verify' -S %s | %filecheck %s --implicit-check-not="event.mask(i16"

; CHECK: @__iket_evt_decl_scan_1_attrs =
; CHECK: @__iket_evt_decl_load_2_attrs =

; CHECK-LABEL: define i32 @scan(i32 %x)
; CHECK:         [[PMEVENT]] 1)
; CHECK:       early:
; CHECK:         [[PMEVENT]] 31)
; CHECK-NEXT:    ret i32 -1
; CHECK:       late:
; CHECK:         [[PMEVENT]] 2)
; CHECK:         [[PMEVENT]] 31)
; CHECK:         [[PMEVENT]] 31)
; CHECK-NEXT:    ret i32 %x
; CHECK:       declare void @llvm.nvvm.pm.event.mask(i16

target triple = "nvptx64-nvidia-cuda"

@.str = private unnamed_addr constant [5 x i8] c"load\00"

declare void @__iket_range_push(ptr)
declare void @__iket_range_pop()

define i32 @scan(i32 %x) #0 {
  %c = icmp slt i32 %x, 0
  br i1 %c, label %early, label %late
early:
  ret i32 -1
late:
  call void @__iket_range_push(ptr @.str)
  call void @__iket_range_pop()
  ret i32 %x
}

attributes #0 = { "target-cpu"="sm_90" "llvm.assume"="ompx_iket.range\0Ascan\0Ascan.cu\0A7\0A" }

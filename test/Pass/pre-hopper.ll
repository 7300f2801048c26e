; Below sm_90 user shared memory begins where the slot would be, and no reader
; takes the cubin: events are stripped with one warning, in a build for several
; architectures too. emit and error have to be asked for.
; RUN: %opt -passes='iket,verify' -S %s 2>&1 | %filecheck %s --check-prefix=STRIP
; RUN: %opt -passes='iket<no-warn=pre-hopper>,verify' -S %s 2>&1 | %filecheck %s --check-prefix=SILENT
; RUN: %opt -passes='iket<pre-hopper=emit>,verify' -S %s 2>&1 | %filecheck %s --check-prefix=EMIT
; RUN: %not %opt -passes='iket<pre-hopper=error>' -S %s 2>&1 | %filecheck-raw %s --check-prefix=ERROR

target triple = "nvptx64-nvidia-cuda"

@a = private unnamed_addr constant [2 x i8] c"a\00"
@file = private unnamed_addr constant [5 x i8] c"k.cu\00"

declare i1 @__iket_enabled()
declare void @__iket_mark(ptr, ptr, i32)

; STRIP: warning: k.cu:7:0: in function k void (ptr): iket: events are stripped for sm_80, which no profiler of events supports; compile for sm_90 or newer to record them [no-warn=pre-hopper]
; STRIP-NOT: warning
; STRIP-NOT: @a
; STRIP-NOT: @__iket
; STRIP:      define ptx_kernel void @k(
; STRIP-NEXT:   store i1 false, ptr %p
; STRIP-NEXT:   ret void
; STRIP-NOT: @__iket

; SILENT-NOT: warning
; SILENT: ret void

; ERROR: error: k.cu:7:0: in function k void (ptr): iket: events cannot be recorded on sm_80; compile for sm_90 or newer, or drop pre-hopper=error

; EMIT: warning: k.cu:7:0: in function k void (ptr): iket: records on sm_80 overwrite the kernel's own shared memory; use them only with a reader that expects this [no-warn=pre-hopper]
; EMIT-NOT: ctarank
; EMIT: store i1 true
; EMIT: store volatile i32 %{{.*}}, ptr addrspace(3) inttoptr (i32 32 to ptr addrspace(3))
define ptx_kernel void @k(ptr %p) #0 {
  %e = call i1 @__iket_enabled()
  store i1 %e, ptr %p
  call void @__iket_mark(ptr @a, ptr @file, i32 7)
  call void @__iket_mark(ptr @a, ptr @file, i32 8)
  ret void
}
attributes #0 = { "target-cpu"="sm_80" }

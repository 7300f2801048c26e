; What is legal but rarely meant. A module is taken to be compiled at -O0 when
; none of its functions may be optimised. Each warning names how to silence it.
; RUN: %opt -passes='iket<runtime-payloads>' -disable-output %s 2>&1 | %filecheck %s --check-prefixes=TIMER,WIDE
; RUN: sed '/^attributes #0/s/{/{ noinline optnone/' %s | %opt -passes='iket<runtime-payloads>' -disable-output 2>&1 | %filecheck %s --check-prefixes=TIMER,PAYLOAD,WIDE
; RUN: %opt -passes='iket' -disable-output %s 2>&1 | %filecheck %s --check-prefixes=TIMER,QUIET
; RUN: sed '/^attributes #0/s/{/{ noinline optnone/' %s | %opt -passes='iket<runtime-payloads;no-warn=user-timer>' -iket-no-warn=payload-O0,wide-payload,wgmma -disable-output 2>&1 | %filecheck %s --check-prefix=SILENT --allow-empty
; RUN: %opt -passes='iket<runtime-payloads;extended=always>' -disable-output %s 2>&1 | %filecheck %s --check-prefix=EXTENDED
; RUN: rm -rf %t && %split-file %S/Inputs/triggers.ll %t
; RUN: %opt -passes=iket -disable-output %t/triggers.ll 2>&1 | %filecheck %s --check-prefix=TRIGGER
; RUN: %opt -passes='iket<no-warn=user-trigger>' -disable-output %t/triggers.ll 2>&1 | %filecheck %s --check-prefix=SILENT --allow-empty

; The program's own triggers, by number, by mask and by an operand.
; TRIGGER: warning: {{.*}}in function k void (): iket: a pmevent of the program in 'k' has mask 1, which is the id of mark 'mine': the profiler records it as that event; trigger another, or build without events [no-warn=user-trigger]
; TRIGGER: warning: {{.*}}in function masked void (): {{.*}} has mask 2, which is the id of push 'range'
; TRIGGER: warning: {{.*}}in function operand void (): {{.*}} has mask 2, which
; TRIGGER: warning: {{.*}}in function pop void (): {{.*}} has mask 31, which is the id of range_pop
; TRIGGER-NOT: warning
; PAYLOAD: warning: k.cu:4:0: in function unoptimised void (i64): iket: payloads at -O0 need -Xcuda-ptxas -O1, since ptxas -O0 loses them, and -gline-tables-only instead of -g; with both, silence this by no-warn=payload-O0 [no-warn=payload-O0]
; WIDE: warning: k.cu:4:0: in function unoptimised void (i64): iket: the 64-bit payload of 'wide' makes every record of the module 16 bytes instead of 8; pass a 32-bit value where that is enough [no-warn=wide-payload]
; TIMER: warning: k.cu:2:0: in function timed void (ptr): iket: the profiler takes the read of %globaltimer in front of this event for the event's own; move it behind the event [no-warn=user-timer]
; TIMER-NOT: k.cu:1
; TIMER: warning: k.cu:3:0: in function timed void (ptr): iket: the profiler takes the read of %globaltimer
; Between wgmma.fence and wgmma.commit_group, also where a loop's turn before left
; the batch open; not behind the commit.
; TIMER: warning: k.cu:5:0: in function batch void (i1): iket: an event between wgmma.fence and wgmma.commit_group makes ptxas wait for each matrix instruction (C7519); move it in front of the fence or behind the commit [no-warn=wgmma]
; TIMER: warning: k.cu:6:0: in function batch void (i1): iket: an event between wgmma.fence
; TIMER-NOT: warning
; QUIET-NOT: payload
; WIDE-NOT: -O0
; SILENT-NOT: {{.}}
; EXTENDED-NOT: wide

target triple = "nvptx64-nvidia-cuda"
@a = private unnamed_addr constant [2 x i8] c"a\00"
@w = private unnamed_addr constant [5 x i8] c"wide\00"
@f = private unnamed_addr constant [5 x i8] c"k.cu\00"
declare void @__iket_mark(ptr, ptr, i32)
declare void @__iket_mark_i64(ptr, i64, ptr, i32)
declare i64 @llvm.nvvm.read.ptx.sreg.globaltimer()

define ptx_kernel void @timed(ptr %p) #0 {
  call void @__iket_mark(ptr @a, ptr @f, i32 1)
  %t = call i64 @llvm.nvvm.read.ptx.sreg.globaltimer()
  store i64 %t, ptr %p
  call void @__iket_mark(ptr @a, ptr @f, i32 2)
  call void @__iket_mark(ptr @a, ptr @f, i32 1)
  %u = call i32 asm sideeffect "mov.u32 $0, %globaltimer_lo;", "=r"()
  store i32 %u, ptr %p
  call void @__iket_mark(ptr @a, ptr @f, i32 3)
  ret void
}
define ptx_kernel void @unoptimised(i64 %x) #1 {
  call void @__iket_mark_i64(ptr @w, i64 %x, ptr @f, i32 4)
  ret void
}
define ptx_kernel void @batch(i1 %c) #0 {
  br label %loop
loop:
  call void @__iket_mark(ptr @a, ptr @f, i32 5)
  call void asm sideeffect "wgmma.fence.sync.aligned;", "~{memory}"()
  call void asm sideeffect "{ .reg .pred p; wgmma.mma_async.sync.aligned.m64n8k16; }", ""()
  br i1 %c, label %again, label %done
again:
  call void @__iket_mark(ptr @a, ptr @f, i32 6)
  br label %loop
done:
  call void asm sideeffect "wgmma.commit_group.sync.aligned;", "~{memory}"()
  call void @__iket_mark(ptr @a, ptr @f, i32 7)
  call void asm sideeffect "wgmma.wait_group.sync.aligned 0;", "~{memory}"()
  call void @__iket_mark(ptr @a, ptr @f, i32 7)
  ret void
}
attributes #0 = { "target-cpu"="sm_90" }
attributes #1 = { noinline optnone "target-cpu"="sm_90" }

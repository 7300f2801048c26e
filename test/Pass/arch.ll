; The slot and the way to it depend on the architecture: 0x3F0 on Hopper, 0x20
; from sm_100 on, both behind the CTA's rank. A module that names none gets rank
; 0, stores by all lanes and a warning; the option arch states it.
; RUN: sed 's/CPU/"target-cpu"="sm_90a"/' %s | %opt -passes='iket<runtime-payloads>,verify' -S | %filecheck %s --check-prefixes=CLUSTER,HOPPER
; RUN: sed 's/CPU/"target-cpu"="sm_100a"/' %s | %opt -passes='iket<runtime-payloads>,verify' -S | %filecheck %s --check-prefixes=CLUSTER,BLACKWELL
; RUN: sed 's/CPU/"target-cpu"="sm_121"/' %s | %opt -passes='iket<runtime-payloads>,verify' -S | %filecheck %s --check-prefixes=CLUSTER,BLACKWELL
; RUN: sed 's/CPU/nounwind/' %s | %opt -passes='iket<runtime-payloads;arch=sm_100>,verify' -S | %filecheck %s --check-prefixes=CLUSTER,BLACKWELL
; RUN: sed 's/CPU/"target-cpu"="sm_90"/' %s | %opt -passes='iket<runtime-payloads;arch=sm_100>,verify' -S | %filecheck %s --check-prefixes=CLUSTER,HOPPER
; RUN: sed 's/CPU/"target-cpu"="sm_90"/' %s | %opt -passes='iket<runtime-payloads;slot=0x40>,verify' -S | %filecheck %s --check-prefixes=CLUSTER,CHOSEN
; RUN: sed 's/CPU/nounwind/' %s | %opt -passes='iket<runtime-payloads>,verify' -S 2>&1 | %filecheck %s --check-prefix=UNKNOWN
; RUN: sed 's/CPU/nounwind/' %s | %opt -passes='iket<runtime-payloads;no-warn=unknown-arch>,verify' -S 2>&1 | %filecheck %s --check-prefix=SILENT

target triple = "nvptx64-nvidia-cuda"

@a = private unnamed_addr constant [2 x i8] c"a\00"
@file = private unnamed_addr constant [5 x i8] c"k.cu\00"

declare void @__iket_mark_i32(ptr, i32, ptr, i32)

; UNKNOWN: warning: k.cu:7:0: in function k void (i32): iket: the module names no architecture, so events in clusters and payloads in divergent code are recorded inexactly; compile for one, or use the option arch=sm_NN [no-warn=unknown-arch]
; SILENT-NOT: warning

; CLUSTER:        %[[RANK:.*]] = call i32 @llvm.nvvm.read.ptx.sreg.cluster.ctarank()
; CLUSTER-NEXT:   %[[WINDOW:.*]] = shl i32 %[[RANK]], 24
; HOPPER-NEXT:    or i32 %[[WINDOW]], 1008
; BLACKWELL-NEXT: or i32 %[[WINDOW]], 32
; CHOSEN-NEXT:    or i32 %[[WINDOW]], 64
; CLUSTER:        elect.sync

; UNKNOWN-NOT: cluster
; UNKNOWN-NOT: elect
; UNKNOWN: store volatile i32 %{{.*}}, ptr addrspace(3) inttoptr (i32 1008 to ptr addrspace(3))
; UNKNOWN: store volatile i32 %x
define void @k(i32 %x) #0 {
  call void @__iket_mark_i32(ptr @a, i32 %x, ptr @file, i32 7)
  ret void
}
attributes #0 = { CPU }

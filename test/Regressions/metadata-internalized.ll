; Case C14, by a tool that internalises a finished module: it keeps what
; llvm.used names and drops the rest, so the declarations of events must be named
; there: without them nothing says what the records are.
; RUN: %opt -passes='iket,internalize,globaldce,verify' -internalize-public-api-list=k -S %s | %filecheck %s
; CHECK: @__iket_meta_info = addrspace(1) global [48 x i8]
; CHECK: @__iket_evt_decl_load_1_attrs = addrspace(1) global [60 x i8]
; CHECK: @llvm.{{(compiler.)?}}used = appending global

target triple = "nvptx64-nvidia-cuda"

@.str = private unnamed_addr constant [5 x i8] c"load\00"

declare void @__iket_mark(ptr)

define ptx_kernel void @k(ptr %p) #0 {
  call void @__iket_mark(ptr @.str)
  store i32 1, ptr %p
  ret void
}

attributes #0 = { "target-cpu"="sm_90" }

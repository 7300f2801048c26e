; Case C14, in the optimiser: no pass that runs behind the lowering may take the
; declarations for dead, whatever it thinks of unread globals.
; RUN: %opt -passes='iket,globaldce,globalopt,constmerge,strip,verify' -S %s | %filecheck %s --implicit-check-not="@__iket_"

; They are external definitions, which are never dead.
; CHECK-DAG: @__iket_meta_info = {{.*}}addrspace(1) global [48 x i8]
; CHECK-DAG: @__iket_evt_decl_load_1_attrs = {{.*}}addrspace(1) global [60 x i8]
; CHECK-DAG: @__iket_range_decl_load_{{[0-9]+}}_attrs = {{.*}}addrspace(1) global [72 x i8]

target triple = "nvptx64-nvidia-cuda"

@.str = private unnamed_addr constant [5 x i8] c"load\00"

declare void @__iket_range_push(ptr)
declare void @__iket_range_pop()

define ptx_kernel void @k(ptr %p) #0 {
  call void @__iket_range_push(ptr @.str)
  store i32 1, ptr %p
  call void @__iket_range_pop()
  ret void
}

attributes #0 = { "target-cpu"="sm_90" }

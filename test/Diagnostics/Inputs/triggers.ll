;--- triggers.ll
target triple = "nvptx64-nvidia-cuda"
@mine = private unnamed_addr constant [5 x i8] c"mine\00"
@range = private unnamed_addr constant [6 x i8] c"range\00"
declare void @__iket_mark(ptr)
declare void @__iket_range_push(ptr)
declare void @__iket_range_pop()
define ptx_kernel void @k() #0 {
  call void asm sideeffect "pmevent 5;", ""()
  call void asm sideeffect "pmevent 0;", ""()
  call void @__iket_mark(ptr @mine)
  call void @__iket_range_push(ptr @range)
  call void @__iket_range_pop()
  ret void
}
define void @masked() #0 {
  call void asm sideeffect "{ .reg .u32 t; pmevent.mask 2; }", ""()
  ret void
}
define void @operand() #0 {
  call void asm sideeffect "pmevent \09$0;", "i"(i32 1)
  ret void
}
define void @pop() #0 {
  call void asm sideeffect "pmevent.mask ${0};", "n"(i32 31)
  ret void
}
attributes #0 = { "target-cpu"="sm_90" }

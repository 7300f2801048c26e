target triple = "nvptx64-nvidia-cuda"
@load = private unnamed_addr constant [5 x i8] c"load\00"
@mark = private unnamed_addr constant [16 x i8] c"a \22quoted\22 mark\00"
@f = private unnamed_addr constant [5 x i8] c"k.cu\00"
declare void @__iket_range_push_i32(ptr, i32, ptr, i32)
declare void @__iket_range_pop(ptr, i32)
declare void @__iket_mark(ptr, ptr, i32)
define internal void @helper() noinline #0 {
  call void @__iket_range_push_i32(ptr @load, i32 1, ptr @f, i32 4)
  call void @__iket_range_pop(ptr @f, i32 5)
  ret void
}
define ptx_kernel void @first() #0 {
  call void @helper()
  ret void
}
define ptx_kernel void @second() #0 {
  call void @helper()
  call void @__iket_mark(ptr @mark, ptr @f, i32 9)
  ret void
}
attributes #0 = { "target-cpu"="sm_90" }

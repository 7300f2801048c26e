; The source table tells the file, line and function of each id and where that
; was inlined; it has its own name space. source-table=false leaves it out.
; RUN: sed '1i source_filename = "/here/a.cu"' %s | %opt -passes=iket -S | grep -o '^@iket_source_table[^ ]*' > %t.here
; RUN: sed '1i source_filename = "/there/a.cu"' %s | %opt -passes=iket -S | grep -o '^@iket_source_table[^ ]*' > %t.there
; RUN: diff %t.here %t.there
; RUN: %opt -passes='iket,verify' -S %s | %filecheck %s
; RUN: %opt -passes='iket<no-source-table>,verify' -S %s | %filecheck %s --check-prefix=NONE
; NONE-NOT: iket_source_table

; Three places (3 at byte 8): the caller that id 1 was inlined into, id 1 itself
; (inlined at place 0), and id 2.
; CHECK: @iket_source_table_{{([0-9a-f]{16})}} = addrspace(1) global [{{[0-9]+}} x i8] c"IKST\01\00\00\00\03\00\00\00
; CHECK-SAME: k.cu\00
; CHECK-SAME: k\00
; CHECK-SAME: helper\00

target triple = "nvptx64-nvidia-cuda"
@a = private unnamed_addr constant [2 x i8] c"a\00"
@b = private unnamed_addr constant [2 x i8] c"b\00"
@f = private unnamed_addr constant [5 x i8] c"k.cu\00"
declare void @__iket_mark(ptr, ptr, i32)
define ptx_kernel void @k() #0 !dbg !4 {
  call void @__iket_mark(ptr @a, ptr @f, i32 3), !dbg !7
  call void @__iket_mark(ptr @b, ptr @f, i32 9), !dbg !5
  ret void, !dbg !5
}
attributes #0 = { "target-cpu"="sm_90" }
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "k.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "k", file: !1, line: 6, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 9, column: 5, scope: !4)
!6 = distinct !DISubprogram(name: "helper", file: !1, line: 2, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!7 = !DILocation(line: 3, column: 5, scope: !6, inlinedAt: !8)
!8 = distinct !DILocation(line: 7, column: 3, scope: !4)

; Inserted instructions carry the event's location, those of the slot line 0;
; calls without a location in a function with debug info get line 0, so that the
; verifier is content.
; RUN: %opt -passes='iket<runtime-payloads>,verify' -S %s | %filecheck %s

target triple = "nvptx64-nvidia-cuda"

@a = private unnamed_addr constant [2 x i8] c"a\00"
declare void @__iket_mark_i32(ptr, i32)
declare void @__iket_mark(ptr)
declare void @__iket_range_pop()

; CHECK-LABEL: define void @k(
; CHECK:         ctarank(), !dbg ![[ZERO:[0-9]+]]
; CHECK:         elect.sync{{.*}}(i32 %{{.*}}){{.*}}, !dbg ![[EVENT:[0-9]+]]
; CHECK:         [[TIMER]]{{.*}}, !dbg ![[EVENT]]
; CHECK:         store volatile i32 %{{.*}}, !dbg ![[EVENT]]
; CHECK:         store volatile i32 %x, {{.*}}, !dbg ![[EVENT]]
; CHECK:         [[PMEVENT]] 1){{.*}}, !dbg ![[EVENT]]
; CHECK:         [[PMEVENT]] 31){{.*}}, !dbg ![[ZERO]]
; CHECK-DAG: ![[EVENT]] = !DILocation(line: 3, column: 5, scope: ![[SP:[0-9]+]])
; CHECK-DAG: ![[ZERO]] = !DILocation(line: 0, scope: ![[SP]])
; CHECK-DAG: ![[SP]] = distinct !DISubprogram(name: "k"
; No location made for a message stays behind.
; CHECK-NOT: DISubprogram(name: ""
define void @k(i32 %x) #0 !dbg !4 {
  call void @__iket_mark_i32(ptr @a, i32 %x), !dbg !5
  call void @__iket_range_pop()
  ret void, !dbg !5
}
attributes #0 = { "target-cpu"="sm_90" }
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "k.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "k", file: !1, line: 2, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 3, column: 5, scope: !4)

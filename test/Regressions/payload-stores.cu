// Profilers that patch the store of time and payload take two 32-bit
// stores and nothing else; an assembler that fuses them into one of 64 bits
// makes the event vanish. The stores stay two, at +0 and +4,
// and the payload's bits arrive as they are: a constant zero, all
// ones, a NaN with its own bits, minus zero.
// REQUIRES: cuda, oracle, nvdisasm

// RUN: %iket-clang -O3 -mllvm -iket-runtime-payloads -c %s -o %t
// RUN: %oracle %t | %filecheck %s --check-prefix=ORACLE --implicit-check-not="{{^event|^kernel}}"
// ORACLE:      event 1 zero NATIVE_DUMP I32 NOT_IN_RANGE
// ORACLE-NEXT: event 2 f32 NATIVE_DUMP FP32 NOT_IN_RANGE
// ORACLE-NEXT: event 3 u32 NATIVE_DUMP UI32 NOT_IN_RANGE
// ORACLE-NEXT: event 4 neg NATIVE_DUMP I32 NOT_IN_RANGE
// ORACLE-NEXT: event 5 nan NATIVE_DUMP FP32 NOT_IN_RANGE
// ORACLE-NEXT: event 6 minus zero NATIVE_DUMP FP32 NOT_IN_RANGE
// ORACLE-NEXT: event 7 both NATIVE_DUMP I32 RANGE_START
// ORACLE-NEXT: event 31 pop_range
// ORACLE-NEXT: range both PUSH_POP
// ORACLE-NEXT: kernel _Z1kPffi 8 points
// ORACLE-NEXT: zero
// ORACLE-NEXT: f32
// ORACLE-NEXT: u32
// ORACLE-NEXT: neg
// ORACLE-NEXT: nan
// ORACLE-NEXT: minus zero
// ORACLE-NEXT: both
// ORACLE-NEXT: pop_range

// The bits of each payload.
// RUN: %iket-clang -O3 -mllvm -iket-runtime-payloads -S -emit-llvm %s -o - | %filecheck %s --check-prefix=IR --implicit-check-not="store volatile"
// IR-LABEL: define {{.*}} @_Z1kPffi(ptr {{.*}}%0, float {{.*}}%1, i32 {{.*}}%2)
// IR: store volatile i32 %{{.*}}, ptr addrspace(3) %[[SLOT:.*]], align 4
// IR-NEXT: %[[AT4:.*]] = getelementptr inbounds i8, ptr addrspace(3) %[[SLOT]], i32 4
// IR-NEXT: store volatile i32 0, ptr addrspace(3) %[[AT4]], align 4
// IR: call void @llvm.nvvm.pm.event.mask(i16 1)
// IR: %[[F32:.*]] = bitcast float %1 to i32
// IR: store volatile i32 %{{.*}}, ptr addrspace(3) %[[SLOT]], align 4
// IR: store volatile i32 %[[F32]], ptr addrspace(3) %{{.*}}, align 4
// IR: call void @llvm.nvvm.pm.event.mask(i16 2)
// IR: store volatile i32 %{{.*}}, ptr addrspace(3) %[[SLOT]], align 4
// IR: store volatile i32 -1, ptr addrspace(3) %{{.*}}, align 4
// IR: call void @llvm.nvvm.pm.event.mask(i16 3)
// IR: store volatile i32 %{{.*}}, ptr addrspace(3) %[[SLOT]], align 4
// IR: store volatile i32 -1, ptr addrspace(3) %{{.*}}, align 4
// IR: call void @llvm.nvvm.pm.event.mask(i16 4)
// IR: store volatile i32 %{{.*}}, ptr addrspace(3) %[[SLOT]], align 4
//     0x7FC01234
// IR: store volatile i32 2143294004, ptr addrspace(3) %{{.*}}, align 4
// IR: call void @llvm.nvvm.pm.event.mask(i16 5)
// IR: store volatile i32 %{{.*}}, ptr addrspace(3) %[[SLOT]], align 4
// IR: store volatile i32 -2147483648, ptr addrspace(3) %{{.*}}, align 4
// IR: call void @llvm.nvvm.pm.event.mask(i16 6)
// IR: store volatile i32 %{{.*}}, ptr addrspace(3) %[[SLOT]], align 4
// IR: store volatile i32 %2, ptr addrspace(3) %{{.*}}, align 4
// IR: call void @llvm.nvvm.pm.event.mask(i16 7)
// IR: store volatile i32 %{{.*}}, ptr addrspace(3) %[[SLOT]], align 4
// IR: call void @llvm.nvvm.pm.event.mask(i16 31)

// Fifteen 32-bit stores in the machine code: two for each payload, predicated
// on the elected lane, and one for the pop, which all lanes make.
// RUN: %nvdisasm -c %t | %filecheck %s --check-prefix=SASS --implicit-check-not=PMTRIG --implicit-check-not="STS{{[ .]}}" --implicit-check-not=ELECT
// SASS-LABEL: .text._Z1kPffi:
// SASS: ELECT P[[P:[0-9]]], URZ, PT ;
// SASS: @P[[P]] STS [[SLOT:\[UR[0-9]+]]], R{{[0-9]+}} ;
// SASS: @P[[P]] STS [[SLOT]]+0x4], RZ ;
// SASS: PMTRIG 0x1 ;
// SASS: ELECT P[[P:[0-9]]], URZ, PT ;
// SASS: @P[[P]] STS [UR{{[0-9]+}}], R{{[0-9]+}} ;
// SASS: @P[[P]] STS [UR{{[0-9]+}}+0x4], R{{[0-9]+}} ;
// SASS: PMTRIG 0x2 ;
// SASS: ELECT P[[P:[0-9]]], URZ, PT ;
// SASS: @P[[P]] STS [UR{{[0-9]+}}], R{{[0-9]+}} ;
// SASS: @P[[P]] STS [UR{{[0-9]+}}+0x4], R{{[0-9]+}} ;
// SASS: PMTRIG 0x3 ;
// SASS: ELECT P[[P:[0-9]]], URZ, PT ;
// SASS: @P[[P]] STS [UR{{[0-9]+}}], R{{[0-9]+}} ;
// SASS: @P[[P]] STS [UR{{[0-9]+}}+0x4], R{{[0-9]+}} ;
// SASS: PMTRIG 0x4 ;
// SASS: ELECT P[[P:[0-9]]], URZ, PT ;
// SASS: @P[[P]] IMAD.MOV.U32 [[NAN:R[0-9]+]], RZ, RZ, 0x7fc01234 ;
// SASS: @P[[P]] STS [UR{{[0-9]+}}], R{{[0-9]+}} ;
// SASS: @P[[P]] STS [UR{{[0-9]+}}+0x4], [[NAN]] ;
// SASS: PMTRIG 0x5 ;
// SASS: ELECT P[[P:[0-9]]], URZ, PT ;
// SASS: @P[[P]] IMAD.MOV.U32 [[ZERO:R[0-9]+]], RZ, RZ, -0x80000000 ;
// SASS: @P[[P]] STS [UR{{[0-9]+}}], R{{[0-9]+}} ;
// SASS: @P[[P]] STS [UR{{[0-9]+}}+0x4], [[ZERO]] ;
// SASS: PMTRIG 0x6 ;
// SASS: ELECT P[[P:[0-9]]], URZ, PT ;
// SASS: @P[[P]] STS [UR{{[0-9]+}}], R{{[0-9]+}} ;
// SASS: @P[[P]] STS [UR{{[0-9]+}}+0x4], R{{[0-9]+}} ;
// SASS: PMTRIG 0x7 ;
// SASS: {{ }}STS [UR{{[0-9]+}}], R{{[0-9]+}} ;
// SASS: PMTRIG 0x1f ;

#include <iket/iket.h>

__global__ void k(float *p, float f, int z) {
  __iket_mark("zero", 0);
  __iket_mark("f32", f);
  __iket_mark("u32", 0xffffffffu);
  __iket_mark("neg", -1);
  __iket_mark("nan", __builtin_nanf("0x1234"));
  __iket_mark("minus zero", -0.0f);
  __iket_range_push("both", z);
  p[threadIdx.x] = f;
  __iket_range_pop();
}

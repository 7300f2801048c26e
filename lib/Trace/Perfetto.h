//===- Perfetto.h - What is written of Perfetto's format --------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Field numbers of Perfetto's protobuf messages, from its public .proto files
// (protos/perfetto/trace). A trace is a sequence of packets; each describes a
// track or is an event on one:
//
//   Trace { packet* }
//   TracePacket { timestamp, sequence id, flags,
//                 interned_data | track_descriptor | track_event }
//
//===----------------------------------------------------------------------===//

#ifndef IKET_TRACE_PERFETTO_H
#define IKET_TRACE_PERFETTO_H

#include <cstdint>
#include <protozero/pbf_writer.hpp>

namespace iket::trace::perfetto {

using Tag = protozero::pbf_tag_type;

namespace Trace {
inline constexpr Tag Packet = 1;
}

namespace TracePacket {
inline constexpr Tag Timestamp = 8;
inline constexpr Tag SequenceId = 10;
inline constexpr Tag TrackEvent = 11;
inline constexpr Tag InternedData = 12;
inline constexpr Tag SequenceFlags = 13;
inline constexpr Tag TrackDescriptor = 60;
inline constexpr Tag FirstPacketOnSequence = 87;
/// Values of SequenceFlags.
inline constexpr std::uint32_t StateCleared = 1;
inline constexpr std::uint32_t NeedsState = 2;
} // namespace TracePacket

namespace InternedData {
inline constexpr Tag EventNames = 2;
inline constexpr Tag AnnotationNames = 3;
/// Fields of both.
inline constexpr Tag Id = 1;
inline constexpr Tag Name = 2;
} // namespace InternedData

namespace TrackDescriptor {
inline constexpr Tag Uuid = 1;
inline constexpr Tag Name = 2;
inline constexpr Tag ParentUuid = 5;
inline constexpr Tag ChildOrdering = 11;
inline constexpr Tag SiblingOrderRank = 12;
inline constexpr Tag SiblingMergeBehavior = 15;
/// Children are drawn by SiblingOrderRank; without it by name, which puts warp
/// 10 before warp 2.
inline constexpr std::int32_t OrderExplicit = 3;
/// Tracks of one name stay apart.
inline constexpr std::int32_t MergeNone = 2;
} // namespace TrackDescriptor

namespace TrackEvent {
inline constexpr Tag DebugAnnotations = 4;
inline constexpr Tag Type = 9;
inline constexpr Tag NameId = 10;
inline constexpr Tag TrackUuid = 11;
inline constexpr Tag Name = 23;
/// Values of Type.
inline constexpr std::int32_t SliceBegin = 1;
inline constexpr std::int32_t SliceEnd = 2;
inline constexpr std::int32_t Instant = 3;
} // namespace TrackEvent

namespace DebugAnnotation {
inline constexpr Tag NameId = 1;
inline constexpr Tag BoolValue = 2;
inline constexpr Tag UintValue = 3;
inline constexpr Tag IntValue = 4;
inline constexpr Tag DoubleValue = 5;
inline constexpr Tag StringValue = 6;
inline constexpr Tag PointerValue = 7;
} // namespace DebugAnnotation

} // namespace iket::trace::perfetto

#endif // IKET_TRACE_PERFETTO_H

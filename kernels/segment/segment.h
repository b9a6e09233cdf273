#ifndef KERNELS_SEGMENT_SEGMENT_H_
#define KERNELS_SEGMENT_SEGMENT_H_

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// SEGMENT_SUM: sums the rows of a tensor that have the same id; ids ascend from
// 0 without gaps. UNSORTED_SEGMENT_SUM, _PROD, _MAX, _MIN: combine the slices
// of a tensor that have the same id; ids come in any order, negative ones leave
// their slice out. A segment without slices holds 0, 1, the lowest and the
// highest finite number. Integers wrap.
//
// SEGMENT_SUM       inputs 0 data [n, s..], 1 ids [n] UNSORTED_SEGMENT  inputs
// 0 data [i.., s..], 1 ids [i..], 2 number of segments,
//                   one element
// Ids and number INT32 or INT64; data FLOAT32, FLOAT64, INT32 or INT64, the
// output [segments, s..] of the same type.
//
// Constraints:
//   C1 inputs as listed and one output
//   C2 data and output have one type, of those listed
//   C3 ids and number of segments are INT32 or INT64, the number one element
//   C4 the ids' shape is the front of the data's; SEGMENT_SUM: its first extent
//   C5 SEGMENT_SUM: the first id is 0, each other that before it or one more
//   C6 UNSORTED_SEGMENT: 0 <= number of segments, ids are below it
// Ids are checked when they are read; shapes, and the number of segments, when
// the node runs.
enum class SegmentKind { kSum, kProd, kMax, kMin };

struct Segment : BoundOp {
  SegmentKind kind;
  TfLiteType type;
  TfLiteType id_type;
  int64_t ids = 0;    // number of them
  int64_t inner = 0;  // elements of a slice
  int64_t segments = 0;
};

StatusOr<Segment> BindSegmentSum(const NodeView& node);
StatusOr<Segment> BindUnsortedSegmentSum(const NodeView& node);
StatusOr<Segment> BindUnsortedSegmentProd(const NodeView& node);
StatusOr<Segment> BindUnsortedSegmentMax(const NodeView& node);
StatusOr<Segment> BindUnsortedSegmentMin(const NodeView& node);

Status EvalSegmentReference(const Segment& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_SEGMENT_SEGMENT_H_

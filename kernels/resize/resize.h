#ifndef KERNELS_RESIZE_RESIZE_H_
#define KERNELS_RESIZE_RESIZE_H_

#include <cstdint>
#include <vector>

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// RESIZE_BILINEAR, RESIZE_NEAREST_NEIGHBOR: scales the two middle dimensions of
// a NHWC tensor. Along each of them
//   scale = (in - 1) / (out - 1) with align_corners, if out > 1; else in / out
//   source of position i
//     bilinear  i * scale, or (i + 0.5) * scale - 0.5 with half_pixel_centers
//     nearest   i * scale, or (i + 0.5) * scale with half_pixel_centers; to the
//               nearest integer with align_corners, else the floor
// and sources outside the image are clamped to its edge. Bilinear mixes the
// four pixels around the source. FLOAT32 and UINT8 do so in float, UINT8
// rounding to nearest; INT8 and INT16 with scale and source in units of 2^-10,
// rounding once.
//
// Input 0  [batch, in_height, in_width, channels]
// Input 1  INT32 [2]: out_height, out_width
// Output   [batch, out_height, out_width, channels], the input's type
//
// Constraints:
//   C1 two inputs and one output
//   C2 the input has rank 4
//   C3 the size is two INT32, both positive and at most 2^24: beyond, a float
//      does not tell neighbouring positions apart
//   C4 bilinear: FLOAT32, UINT8, INT8 or INT16; nearest: any type of 1, 2, 4 or
//      8 bytes; the output's is the same
//   C5 integers keep scale and zero point
//   C6 bilinear: align_corners and half_pixel_centers exclude each other
//   C7 an input without pixels gives an output without elements

// Where a bilinear output position reads along one axis.
struct ResizeTap {
  int32_t lower, upper;
  float weight;         // of upper; lower has 1 - weight
  int32_t fixed_upper;  // the same in units of 2^-10
};

struct Resize : BoundOp {
  TfLiteType type = kTfLiteNoType;
  int element_bytes = 0;
  int32_t batch = 0, in_height = 0, in_width = 0, channels = 0;
  int32_t out_height = 0, out_width = 0;
  // One per output row or column; empty when the output has no elements.
  std::vector<ResizeTap> rows, columns;                // bilinear
  std::vector<int32_t> nearest_rows, nearest_columns;  // nearest
};

StatusOr<Resize> BindResizeBilinear(const NodeView& node);
StatusOr<Resize> BindResizeNearestNeighbor(const NodeView& node);

Status EvalResizeBilinearReference(const Resize& op, EvalContext& context);
Status EvalResizeNearestNeighborReference(const Resize& op,
                                          EvalContext& context);
// Vector instructions across channels, threads across output rows.
Status EvalResizeBilinearCpu(const Resize& op, EvalContext& context);
Status EvalResizeNearestNeighborCpu(const Resize& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_RESIZE_RESIZE_H_

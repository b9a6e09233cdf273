#ifndef KERNELS_TILE_TILE_H_
#define KERNELS_TILE_TILE_H_

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// TILE, BROADCAST_TO, FILL: a tensor repeated along its dimensions.
//   TILE          multiples[d] times along dimension d
//   BROADCAST_TO  until it has the given shape: shapes are aligned at the
//                 innermost dimension, and an extent of 1 is repeated
//   FILL          one element until it fills the given shape
//
// TILE          inputs 0 value, 1 multiples [rank]
// BROADCAST_TO  inputs 0 value, 1 shape [output rank]
// FILL          inputs 0 shape [output rank], 1 value, one element
// Multiples and shapes INT32 or INT64; value of any type, the output's too.
//
// Constraints:
//   C1 two inputs and one output
//   C2 the output has the value's type
//   C3 multiples and shapes are INT32 or INT64; a shape is a vector, multiples
//      are as many as the value's dimensions
//   C4 multiples and extents are not negative
//   C5 BROADCAST_TO: each extent of the value is 1 or that of the output; FILL:
//      the value has one element
// The rank of a shape of BROADCAST_TO that is not constant is reported when the
// node runs.
struct Tile : BoundOp {
  TfLiteType type;
  int value = 0;  // the input that is repeated
  // The value's shape with leading extents of 1, and how often each dimension
  // is repeated: one entry per dimension of the output.
  Shape input;
  absl::InlinedVector<int64_t, 6> multiples;
};

StatusOr<Tile> BindTile(const NodeView& node);
StatusOr<Tile> BindBroadcastTo(const NodeView& node);
StatusOr<Tile> BindFill(const NodeView& node);

Status EvalTileReference(const Tile& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_TILE_TILE_H_

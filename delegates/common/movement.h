#ifndef DELEGATES_COMMON_MOVEMENT_H_
#define DELEGATES_COMMON_MOVEMENT_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/concatenation/concatenation.h"
#include "kernels/math/strided_copy.h"
#include "kernels/pad/pad.h"
#include "kernels/resize/resize.h"
#include "kernels/slice/slice.h"
#include "kernels/space_to_depth/space_to_depth.h"
#include "kernels/split/split.h"
#include "kernels/tile/tile.h"
#include "kernels/transpose/transpose.h"
#include "tensorflow_lite_lite/base/node_view.h"

namespace tflite::delegates {

using namespace kernels;

// What operators that move elements do: copies of boxes from inputs to outputs,
// all dense. The dimensions of a copy are in the order of the output. If `fill`
// is set, output 0 is filled with that byte first, so PAD is for types of one
// byte only; so are tables.
struct Movement {
  struct Part {
    int input = 0, output = 0;
    StridedCopy copy;
    // If not empty, a table that is applied to each byte of the input (256
    // entries).
    std::vector<uint8_t> table;
  };
  std::vector<Part> parts;
  std::optional<uint8_t> fill;
};

// Unsupported if operands that are not constant decide what is moved.
StatusOr<Movement> MovementOf(const Transpose& op, const NodeView& node);
StatusOr<Movement> MovementOf(const Concatenation& op, const NodeView& node);
StatusOr<Movement> MovementOf(const Split& op, const NodeView& node);
StatusOr<Movement> MovementOf(const Slice& op, const NodeView& node);
StatusOr<Movement> MovementOf(const Pad& op, const NodeView& node);
StatusOr<Movement> MovementOf(const Tile& op, const NodeView& node);
StatusOr<Movement> MovementOf(const SpaceToDepth& op, const NodeView& node);
// For RESIZE_NEAREST_NEIGHBOR, and for RESIZE_BILINEAR if nothing is mixed;
// Unsupported if that takes thousands of copies.
StatusOr<Movement> MovementOf(const Resize& op, const NodeView& node);

}  // namespace tflite::delegates

#endif  // DELEGATES_COMMON_MOVEMENT_H_

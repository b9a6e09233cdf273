#ifndef KERNELS_MATH_BLOCKWISE_H_
#define KERNELS_MATH_BLOCKWISE_H_

#include <cstdint>
#include <vector>

#include "tensorflow_lite_lite/base/node_view.h"

namespace tflite::kernels {

// A table of weights whose innermost dimension is cut into blocks, each with
// its own scale: real = scale * stored.
struct Blocks {
  int32_t size = 0;  // elements; 0: the tensor is not quantized in blocks
  // The graph's tensor of FLOAT16 or FLOAT32 scales, one per block in the order
  // of the blocks. It is constant and dense.
  int scales_tensor = -1;

  explicit operator bool() const { return size > 0; }
};

// The blocks of a tensor of `node`; none for other quantizations. An error when
// they do not fit the tensor's shape or their scales are not as said above.
StatusOr<Blocks> BindBlocks(const NodeView& node, const TensorView& tensor);

// The scales of blocks that BindBlocks has checked.
std::vector<float> ReadBlockScales(TfLiteContext* context,
                                   const Blocks& blocks);

}  // namespace tflite::kernels

#endif  // KERNELS_MATH_BLOCKWISE_H_

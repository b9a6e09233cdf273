#include "kernels/math/blockwise.h"

#include "tensorflow_lite_lite/types/half.h"

namespace tflite::kernels {

StatusOr<Blocks> BindBlocks(const NodeView& node, const TensorView& tensor) {
  const TfLiteQuantization& quantization = tensor.raw()->quantization;
  if (quantization.type != kTfLiteBlockwiseQuantization) return Blocks{};
  const auto* q =
      static_cast<const TfLiteBlockwiseQuantization*>(quantization.params);
  if (q == nullptr || q->blocksize <= 0 || tensor.rank() == 0 ||
      tensor.dim(-1) % q->blocksize != 0) {
    return Invalid(tensor.ToString(), " is quantized in blocks of ",
                   q == nullptr ? 0 : q->blocksize);
  }
  if (q->scale < 0 ||
      static_cast<size_t>(q->scale) >= node.context()->tensors_size) {
    return Invalid(tensor.ToString(), " has no tensor of scales");
  }
  const TensorView scales(&node.context()->tensors[q->scale]);
  const bool floats =
      scales.type() == kTfLiteFloat16 || scales.type() == kTfLiteFloat32;
  if (!floats || !scales.is_constant() || scales.raw()->sparsity != nullptr ||
      scales.num_elements() != tensor.num_elements() / q->blocksize) {
    return Invalid(tensor.ToString(), " has blocks of ", q->blocksize,
                   " and the scales ", scales.ToString());
  }
  return Blocks{q->blocksize, q->scale};
}

std::vector<float> ReadBlockScales(TfLiteContext* context,
                                   const Blocks& blocks) {
  const TensorView scales(&context->tensors[blocks.scales_tensor]);
  const int64_t n = scales.num_elements();
  std::vector<float> out(n);
  for (int64_t i = 0; i < n; ++i) {
    out[i] =
        scales.type() == kTfLiteFloat16
            ? static_cast<float>(half::from_bits(scales.data<uint16_t>()[i]))
            : scales.data<float>()[i];
  }
  return out;
}

}  // namespace tflite::kernels

#include <cstring>

#include "kernels/math/strided_copy.h"
#include "kernels/scatter_nd/scatter_nd.h"
#include "tensorflow_lite_lite/types/bfloat16.h"
#include "tensorflow_lite_lite/types/half.h"

namespace tflite::kernels {
namespace {

// Where in the output each slice starts, read one after another.
template <typename Index>
Status Offsets(const ScatterNd& op, const Index* index,
               std::vector<int64_t>* offsets) {
  const Shape& shape = op.outputs[0].shape;
  const auto strides = DenseStrides(shape);
  for (int64_t i = 0; i < op.picks; ++i) {
    int64_t at = 0;
    for (int d = 0; d < op.depth; ++d) {
      const int64_t k = *index++;
      TFLL_CONSTRAINT(C6, k >= 0 && k < shape[d], "index ", k, " of dimension ",
                      d, ", which has ", shape[d], " elements");
      at += k * strides[d];
    }
    offsets->push_back(at);
  }
  return OkStatus();
}

// T is unsigned for integers: the sum has the same bits.
template <typename T>
Status Add(const ScatterNd& op, const std::vector<int64_t>& offsets,
           EvalContext& context) {
  const int64_t count = op.outputs[0].shape.num_elements();
  const T* updates = context.in<T>(1);
  T* out = context.out<T>(0);
  if (count == 0) return OkStatus();
  std::memset(static_cast<void*>(out), 0,
              static_cast<size_t>(count) * sizeof(T));
  for (const int64_t offset : offsets) {
    for (int64_t k = 0; k < op.inner; ++k) {
      if constexpr (std::is_same_v<T, bool>) {
        out[offset + k] = out[offset + k] || updates[k];
      } else {
        out[offset + k] += updates[k];
      }
    }
    updates += op.inner;
  }
  return OkStatus();
}

}  // namespace

Status EvalScatterNdReference(const ScatterNd& op, EvalContext& context) {
  std::vector<int64_t> offsets;
  TFLL_RETURN_IF_ERROR(op.index_type == kTfLiteInt32
                           ? Offsets(op, context.in<int32_t>(0), &offsets)
                           : Offsets(op, context.in<int64_t>(0), &offsets));
  switch (op.type) {
    case kTfLiteFloat16:
      return Add<half>(op, offsets, context);
    case kTfLiteBFloat16:
      return Add<bfloat16>(op, offsets, context);
    case kTfLiteFloat32:
      return Add<float>(op, offsets, context);
    case kTfLiteFloat64:
      return Add<double>(op, offsets, context);
    case kTfLiteBool:
      return Add<bool>(op, offsets, context);
    default:
      break;
  }
  switch (ElementBits(op.type)) {
    case 8:
      return Add<uint8_t>(op, offsets, context);
    case 16:
      return Add<uint16_t>(op, offsets, context);
    case 32:
      return Add<uint32_t>(op, offsets, context);
    default:
      return Add<uint64_t>(op, offsets, context);
  }
}

}  // namespace tflite::kernels

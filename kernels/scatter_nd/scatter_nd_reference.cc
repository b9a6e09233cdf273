#include <algorithm>
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
  // Each thread has some of the output's elements, so that updates of an
  // element are added in order.
  const auto run = [&](int64_t begin, int64_t end) {
    std::memset(static_cast<void*>(out + begin), 0,
                static_cast<size_t>(end - begin) * sizeof(T));
    const T* from = updates;
    for (const int64_t offset : offsets) {
      const int64_t last = std::min(end - offset, op.inner);
      for (int64_t k = std::max<int64_t>(begin - offset, 0); k < last; ++k) {
        if constexpr (std::is_same_v<T, bool>) {
          out[offset + k] = out[offset + k] || from[k];
        } else {
          out[offset + k] += from[k];
        }
      }
      from += op.inner;
    }
  };
  // The least number of elements for a thread.
  constexpr int64_t kGrain = 16384;
  const int64_t work =
      std::max(count, static_cast<int64_t>(offsets.size()) * op.inner);
  const int64_t parts =
      std::clamp<int64_t>(work / kGrain, 1, context.threads().num_threads());
  context.threads().ParallelFor(parts, 1, [&](int64_t part, int64_t end) {
    run(count * part / parts, count * end / parts);
  });
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

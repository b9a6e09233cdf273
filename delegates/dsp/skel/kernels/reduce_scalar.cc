#include "delegates/dsp/skel/kernels/common/scalar.h"
#include "delegates/dsp/skel/kernels/reduce.h"

namespace tflite::dsp {
namespace {

// Extents and strides of the dimensions that are kept, or of those reduced.
struct Part {
  int32_t rank = 0;
  int32_t extents[kMostDims], strides[kMostDims];

  int32_t Count() const {
    int32_t count = 1;
    for (int32_t d = 0; d < rank; ++d) count *= extents[d];
    return count;
  }
  // The offset in the input of element `i` of the part.
  int32_t Offset(int32_t i) const {
    int32_t offset = 0;
    for (int32_t d = rank - 1; d >= 0; --d) {
      offset += i % extents[d] * strides[d];
      i /= extents[d];
    }
    return offset;
  }
};

template <typename T>
int32_t Reduced(const ReduceParams& p, const T* in, const Part& part,
                int32_t count) {
  int32_t sum = 0;
  int32_t best = *in;
  for (int32_t i = 0; i < count; ++i) {
    const int32_t v = in[part.Offset(i)];
    sum += v - p.input_zero_point;
    if (p.form == ReduceForm::kMax ? v > best : v < best) best = v;
  }
  if (p.form != ReduceForm::kMean) return best;
  return ClampTo(int64_t{MultiplyBy(sum, p.factor)} + p.zero_point, p.min,
                 p.max);
}

template <typename T>
void Reduce(const ReduceParams& p, const Memory& memory) {
  Part kept, gone;
  int32_t stride = 1, strides[kMostDims];
  for (int32_t d = p.rank - 1; d >= 0; stride *= p.extents[d--]) {
    strides[d] = stride;
  }
  for (int32_t d = 0; d < p.rank; ++d) {
    Part& part = (p.reduced >> d & 1) != 0 ? gone : kept;
    part.extents[part.rank] = p.extents[d];
    part.strides[part.rank++] = strides[d];
  }
  const T* in = memory.At<const T>(p.input);
  T* out = memory.At<T>(p.output);
  const int32_t outputs = kept.Count(), count = gone.Count();
  for (int32_t o = 0; o < outputs; ++o) {
    out[o] = static_cast<T>(Reduced(p, in + kept.Offset(o), gone, count));
  }
}

}  // namespace

void ReduceScalar(const ReduceParams& p, const Memory& memory, const Scratch&) {
  WithElement(p.is_signed, [&](auto t) { Reduce<decltype(t)>(p, memory); });
}

}  // namespace tflite::dsp

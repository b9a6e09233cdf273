#include "delegates/dsp/skel/kernels/hvx/rows.h"
#include "delegates/dsp/skel/kernels/reduce.h"
#include "delegates/dsp/skel/kernels/scalar.h"

namespace tflite::dsp {
namespace {

// The input as [outer, count, inner], of which `count` becomes 1.
struct Middle {
  bool fits;
  int32_t outer, count, inner;
};
Middle FindMiddle(const ReduceParams& p) {
  Middle m = {true, 1, 1, 1};
  for (int32_t d = 0; d < p.rank; ++d) {
    if ((p.reduced >> d & 1) == 0) {
      (m.count == 1 ? m.outer : m.inner) *= p.extents[d];
    } else if (m.inner != 1) {
      m.fits = m.fits && p.extents[d] == 1;
    } else {
      m.count *= p.extents[d];
    }
  }
  return m;
}

template <bool kSigned>
Vec Mean(const ReduceParams& p, const Rows& rows, int32_t width) {
  RowSums sums;
  sums.Clear();
  AddRows<kSigned>(rows, &sums);
  alignas(kVectorBytes) uint8_t bytes[kVectorBytes];
  const int32_t zero = rows.count * p.input_zero_point;
  for (int32_t i = 0; i < width; ++i) {
    bytes[i] = static_cast<uint8_t>(
        ClampTo(int64_t{MultiplyBy(sums.of[i] - zero, p.factor)} + p.zero_point,
                p.min, p.max));
  }
  return *reinterpret_cast<const Vec*>(bytes);
}

template <bool kSigned>
void Reduce(const ReduceParams& p, const Middle& m, const Memory& memory) {
  const uint8_t* in = memory.At<const uint8_t>(p.input);
  uint8_t* out = memory.At<uint8_t>(p.output);
  for (int32_t o = 0; o < m.outer; ++o) {
    for (int32_t c = 0; c < m.inner; c += kRowChannels) {
      const int32_t left = m.inner - c;
      const int32_t width = left < kRowChannels ? left : kRowChannels;
      const Rows rows = {in + c, m.count, m.inner};
      Vec bytes;
      if (p.form == ReduceForm::kMean) {
        bytes = Mean<kSigned>(p, rows, width);
      } else if (p.form == ReduceForm::kMax) {
        bytes = BestOfRows<kSigned, true>(rows, LoadUnaligned(rows.first));
      } else {
        bytes = BestOfRows<kSigned, false>(rows, LoadUnaligned(rows.first));
      }
      StoreFirst(out + c, bytes, width);
    }
    in += m.count * m.inner;
    out += m.inner;
  }
}

}  // namespace

void ReduceHvx(const ReduceParams& p, const Memory& memory,
               const Scratch& scratch) {
  constexpr int32_t kLeastInner = 4;
  const Middle m = FindMiddle(p);
  if (!m.fits || m.inner < kLeastInner) {
    ReduceScalar(p, memory, scratch);
  } else if (p.is_signed != 0) {
    Reduce<true>(p, m, memory);
  } else {
    Reduce<false>(p, m, memory);
  }
}

}  // namespace tflite::dsp

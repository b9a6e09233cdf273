#include "delegates/dsp/skel/kernels/common/scalar.h"
#include "delegates/dsp/skel/kernels/hvx/rows.h"
#include "delegates/dsp/skel/kernels/hvx/transpose_rows.h"
#include "delegates/dsp/skel/kernels/hvx/words.h"
#include "delegates/dsp/skel/kernels/reduce.h"

namespace tflite::dsp {
namespace {

// The input as [outer, count, inner], where `count` is reduced.
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

// Means of 128 sums of `count` elements each.
Vec Means(const ReduceParams& p, int32_t count, RowSums* sums) {
  const WordFactor factor(p.factor);
  const Vec zero = SplatWord(count * p.input_zero_point);
  const Vec zero_point = SplatWord(p.zero_point);
  Vec* words = reinterpret_cast<Vec*>(sums->of);
  TFLL_DSP_UNROLL
  for (int i = 0; i < 4; ++i) {
    const Vec scaled = factor(Q6_Vw_vsub_VwVw(words[i], zero));
    words[i] =
        ClampWords(Q6_Vw_vadd_VwVw_sat(scaled, zero_point), p.min, p.max);
  }
  return PackWords(words);
}

template <bool kSigned>
Vec BestBytes(const ReduceParams& p, const Rows& rows, Vec best) {
  return p.form == ReduceForm::kMax ? BestOfRows<kSigned, true>(rows, best)
                                    : BestOfRows<kSigned, false>(rows, best);
}

// Lanes are elements of the innermost dimension.
template <bool kSigned>
void ReduceMiddle(const ReduceParams& p, const Middle& m,
                  const Memory& memory) {
  const uint8_t* in = memory.At<const uint8_t>(p.input);
  uint8_t* out = memory.At<uint8_t>(p.output);
  for (int32_t o = 0; o < m.outer; ++o) {
    for (int32_t c = 0; c < m.inner; c += kRowChannels) {
      const int32_t left = m.inner - c;
      const int32_t width = left < kRowChannels ? left : kRowChannels;
      const Rows rows = {in + c, m.count, m.inner};
      Vec bytes;
      if (p.form == ReduceForm::kMean) {
        RowSums sums;
        sums.Clear();
        AddRows<kSigned>(rows, &sums);
        bytes = Means(p, m.count, &sums);
      } else {
        bytes = BestBytes<kSigned>(p, rows, LoadUnaligned(rows.first));
      }
      StoreFirst(out + c, bytes, width);
    }
    in += m.count * m.inner;
    out += m.inner;
  }
}

// The innermost dimension is reduced: 128 rows of it are transposed, so that
// lanes are outputs.
template <bool kSigned>
void ReduceLast(const ReduceParams& p, const Middle& m, const Memory& memory,
                const Scratch& scratch) {
  const uint8_t* in = memory.At<const uint8_t>(p.input);
  uint8_t* out = memory.At<uint8_t>(p.output);
  Vec* columns = reinterpret_cast<Vec*>(scratch.data);
  for (int32_t o = 0; o < m.outer; o += kTransposedRows) {
    RowSums sums;
    sums.Clear();
    Vec best = Zero();
    for (int32_t c = 0; c < m.count; c += kTransposedColumns) {
      TransposeRows(in + o * m.count + c, m.count, m.outer - o, columns);
      const int32_t left = m.count - c;
      const Rows rows = {scratch.data,
                         left < kTransposedColumns ? left : kTransposedColumns,
                         kVectorBytes};
      if (p.form == ReduceForm::kMean) {
        AddRows<kSigned>(rows, &sums);
      } else {
        best = BestBytes<kSigned>(p, rows, c == 0 ? columns[0] : best);
      }
    }
    const int32_t left = m.outer - o;
    StoreFirst(out + o,
               p.form == ReduceForm::kMean ? Means(p, m.count, &sums) : best,
               left < kTransposedRows ? left : kTransposedRows);
  }
}

// The mean of each of a few long rows.
template <bool kSigned>
void MeanOfLongRows(const ReduceParams& p, const Middle& m,
                    const Memory& memory) {
  const uint8_t* in = memory.At<const uint8_t>(p.input);
  uint8_t* out = memory.At<uint8_t>(p.output);
  const Vec flip = SplatByte(kSigned ? 0x80 : 0);
  const int32_t whole = m.count / kVectorBytes * kVectorBytes;
  const Mask inside = Q6_Q_vsetq_R(m.count - whole);
  // 128 is added to signed bytes.
  const int32_t zero = m.count * (p.input_zero_point + (kSigned ? 128 : 0));
  for (int32_t o = 0; o < m.outer; ++o, in += m.count) {
    Vec sums = Zero();
    for (int32_t i = 0; i < whole; i += kVectorBytes) {
      sums = Q6_Vuw_vrmpyacc_VuwVubRub(
          sums, Q6_V_vxor_VV(LoadUnaligned(in + i), flip), 0x01010101);
    }
    if (whole < m.count) {
      const Vec last = Q6_V_vxor_VV(LoadUnaligned(in + whole), flip);
      sums = Q6_Vuw_vrmpyacc_VuwVubRub(sums, Q6_V_vand_QV(inside, last),
                                       0x01010101);
    }
    const int32_t y = MultiplyBy(SumOfWords(sums) - zero, p.factor);
    out[o] =
        static_cast<uint8_t>(ClampTo(int64_t{y} + p.zero_point, p.min, p.max));
  }
}

template <bool kSigned>
bool Reduce(const ReduceParams& p, const Memory& memory,
            const Scratch& scratch) {
  constexpr int32_t kLeastInner = 4, kLeastOuter = 8, kLeastCount = 32;
  const Middle m = FindMiddle(p);
  if (!m.fits) return false;
  if (m.inner >= kLeastInner) {
    ReduceMiddle<kSigned>(p, m, memory);
  } else if (m.inner == 1 && m.outer >= kLeastOuter) {
    ReduceLast<kSigned>(p, m, memory, scratch);
  } else if (m.inner == 1 && m.count >= kLeastCount &&
             p.form == ReduceForm::kMean) {
    MeanOfLongRows<kSigned>(p, m, memory);
  } else {
    return false;
  }
  return true;
}

}  // namespace

void ReduceHvx(const ReduceParams& p, const Memory& memory,
               const Scratch& scratch) {
  const bool done = p.is_signed != 0 ? Reduce<true>(p, memory, scratch)
                                     : Reduce<false>(p, memory, scratch);
  if (!done) ReduceScalar(p, memory, scratch);
}

}  // namespace tflite::dsp

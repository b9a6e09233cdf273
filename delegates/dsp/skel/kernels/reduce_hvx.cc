#include "delegates/dsp/skel/kernels/common/dims.h"
#include "delegates/dsp/skel/kernels/common/scalar.h"
#include "delegates/dsp/skel/kernels/hvx/rows.h"
#include "delegates/dsp/skel/kernels/hvx/transpose_rows.h"
#include "delegates/dsp/skel/kernels/hvx/words.h"
#include "delegates/dsp/skel/kernels/reduce.h"

namespace tflite::dsp {
namespace {

// Dimensions that are kept, or those that are reduced, outermost first.
// Neighbours are one.
struct Axes {
  int32_t rank = 0, count = 1;
  int32_t extents[kMostDims + 1], strides[kMostDims + 1],
      out_strides[kMostDims + 1];

  void Add(int32_t extent, int32_t stride, bool joins) {
    if (!joins) ++rank;
    extents[rank - 1] = joins ? extents[rank - 1] * extent : extent;
    strides[rank - 1] = stride;
    count *= extent;
  }
};

// Both, at least one dimension of each.
struct Parts {
  Axes kept, gone;

  explicit Parts(const ReduceParams& p) {
    int32_t stride = 1, strides[kMostDims];
    for (int32_t d = p.rank - 1; d >= 0; stride *= p.extents[d--]) {
      strides[d] = stride;
    }
    const Axes* last = nullptr;
    for (int32_t d = 0; d < p.rank; ++d) {
      if (p.extents[d] == 1) continue;
      Axes& axes = (p.reduced >> d & 1) != 0 ? gone : kept;
      axes.Add(p.extents[d], strides[d], &axes == last);
      last = &axes;
    }
    if (kept.rank == 0) kept.Add(1, 1, false);
    if (gone.rank == 0) gone.Add(1, 1, false);
    int32_t out = 1;
    for (int32_t d = kept.rank - 1; d >= 0; out *= kept.extents[d--]) {
      kept.out_strides[d] = out;
    }
  }
};

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
class Reduction {
 public:
  Reduction(const ReduceParams& p, const Memory& memory, const Scratch& scratch)
      : p_(p),
        parts_(p),
        in_(memory.At<const uint8_t>(p.input)),
        out_(memory.At<uint8_t>(p.output)),
        block_(reinterpret_cast<Vec*>(scratch.data)) {
    const Axes& kept = parts_.kept;
    for (int32_t d = 1; d < kept.rank; ++d) {
      if (kept.extents[d] >= kept.extents[lanes_]) lanes_ = d;
    }
  }

  void Run() {
    if (RowsAreFaster()) {
      LongRows();
    } else {
      Lanes();
    }
  }

 private:
  int32_t Extent() const { return parts_.kept.extents[lanes_]; }
  int32_t Stride() const { return parts_.kept.strides[lanes_]; }
  // The innermost reduced dimension.
  int32_t Last() const { return parts_.gone.rank - 1; }

  // By the packets of both forms for outputs along the longest dimension kept.
  bool RowsAreFaster() const {
    const Axes& gone = parts_.gone;
    if (gone.strides[Last()] != 1) return false;
    int64_t runs = 1;
    for (int32_t d = 0; d < Last(); ++d) runs *= gone.extents[d];
    const int32_t n = gone.extents[Last()];
    const int64_t rows = Extent() * (runs * ((n >> 6) + 4) + 40);
    const int32_t vectors = ((Extent() - 1) >> 7) + 1;
    return rows < vectors * (gone.count * int64_t{Stride() == 1 ? 4 : 12} + 60);
  }

  // Lanes are outputs along the longest dimension kept.
  void Lanes() {
    Axes others = parts_.kept;
    others.extents[lanes_] = 1;
    const int32_t out_stride = parts_.kept.out_strides[lanes_];
    Dims<2> at(others.rank + 1, others.extents,
               {others.strides, others.out_strides});
    do {
      for (int32_t o = 0; o < Extent(); o += kRowChannels) {
        const int32_t left = Extent() - o;
        const Vec bytes = Block(in_ + at.offset(0) + o * Stride(), left);
        StoreLanes(bytes, left < kRowChannels ? left : kRowChannels, out_stride,
                   out_ + at.offset(1) + o * out_stride);
      }
    } while (at.Next());
  }

  static void StoreLanes(Vec bytes, int32_t count, int32_t stride,
                         uint8_t* out) {
    if (stride == 1) return StoreFirst(out, bytes, count);
    alignas(kVectorBytes) uint8_t each[kVectorBytes];
    *reinterpret_cast<Vec*>(each) = bytes;
    for (int32_t i = 0; i < count; ++i) out[i * stride] = each[i];
  }

  // Bytes that no element is worse than.
  Vec Worst() const {
    return SplatByte(p_.form == ReduceForm::kMax ? Maxima::kNone
                                                 : Minima::kNone);
  }

  // The outputs of up to 128 lanes, of which `count` or more are wanted.
  Vec Block(const uint8_t* from, int32_t count) {
    const Axes& gone = parts_.gone;
    RowSums sums;
    sums.Clear();
    Vec best = Worst();
    Dims<1> at(gone.rank, gone.extents, {gone.strides});
    do {
      AddLast(from + at.offset(0), count, &sums, &best);
    } while (at.Next());
    return p_.form == ReduceForm::kMean ? Means(p_, gone.count, &sums) : best;
  }

  // Adds all elements along the innermost reduced dimension. Lanes that do not
  // lie beside each other are transposed, with those of 31 bytes behind them.
  void AddLast(const uint8_t* from, int32_t count, RowSums* sums, Vec* best) {
    const int32_t n = parts_.gone.extents[Last()];
    const int32_t stride = parts_.gone.strides[Last()];
    if (Stride() == 1) return Add({from, n, stride}, sums, best);
    const int32_t most =
        stride < kTransposedColumns ? (kTransposedColumns - 1) / stride + 1 : 1;
    for (int32_t i = 0; i < n; i += most) {
      TransposeRows(from + i * stride, Stride(), count, block_);
      Add({reinterpret_cast<const uint8_t*>(block_),
           n - i < most ? n - i : most, stride * kVectorBytes},
          sums, best);
    }
  }
  void Add(const Rows& rows, RowSums* sums, Vec* best) {
    if (p_.form == ReduceForm::kMean) {
      AddRows<kSigned>(rows, sums);
    } else {
      *best = p_.form == ReduceForm::kMax
                  ? BestOfRows<kSigned, true>(rows, *best)
                  : BestOfRows<kSigned, false>(rows, *best);
    }
  }

  // One output after another, each of rows of the innermost dimension.
  void LongRows() {
    const Axes &kept = parts_.kept, &gone = parts_.gone;
    Dims<1> at(kept.rank + 1, kept.extents, {kept.strides});
    uint8_t* out = out_;
    do {
      Vec lanes = p_.form == ReduceForm::kMean ? Zero() : Worst();
      Dims<1> rows(gone.rank, gone.extents, {gone.strides});
      do {
        const uint8_t* row = in_ + at.offset(0) + rows.offset(0);
        lanes = p_.form == ReduceForm::kMean  ? Across<Sums>(row, lanes)
                : p_.form == ReduceForm::kMax ? Across<Maxima>(row, lanes)
                                              : Across<Minima>(row, lanes);
      } while (rows.Next());
      *out++ = static_cast<uint8_t>(Joined(lanes));
    } while (at.Next());
  }

  // How the vectors of a row are added to `lanes`: words of sums of bytes, to
  // which 128 is added if they are signed, or the best bytes. `kNone` adds
  // nothing.
  struct Sums {
    static constexpr int32_t kNone = kSigned ? 0x80 : 0;
    static Vec Add(Vec lanes, Vec v) {
      return Q6_Vuw_vrmpyacc_VuwVubRub(lanes, Q6_V_vxor_VV(v, SplatByte(kNone)),
                                       0x01010101);
    }
  };
  struct Maxima {
    static constexpr int32_t kNone = kSigned ? 0x80 : 0;
    static Vec Add(Vec lanes, Vec v) { return MaxBytes<kSigned>(lanes, v); }
  };
  struct Minima {
    static constexpr int32_t kNone = kSigned ? 0x7f : 0xff;
    static Vec Add(Vec lanes, Vec v) { return MinBytes<kSigned>(lanes, v); }
  };

  template <typename Form>
  Vec Across(const uint8_t* row, Vec lanes) const {
    int32_t left = parts_.gone.extents[Last()];
    for (; left >= kVectorBytes; left -= kVectorBytes, row += kVectorBytes) {
      lanes = Form::Add(lanes, LoadUnaligned(row));
    }
    if (left == 0) return lanes;
    return Form::Add(lanes,
                     Q6_V_vmux_QVV(Q6_Q_vsetq_R(left), LoadUnaligned(row),
                                   SplatByte(Form::kNone)));
  }

  // The output of a row's lanes.
  int32_t Joined(Vec lanes) const {
    if (p_.form != ReduceForm::kMean) {
      TFLL_DSP_UNROLL
      for (int32_t bytes = 64; bytes >= 1; bytes /= 2) {
        const Vec others = Q6_V_vror_VR(lanes, bytes);
        lanes = p_.form == ReduceForm::kMax ? Maxima::Add(lanes, others)
                                            : Minima::Add(lanes, others);
      }
      return Q6_R_vextract_VR(lanes, 0);
    }
    const int32_t zero =
        parts_.gone.count * (p_.input_zero_point + (kSigned ? 128 : 0));
    const int32_t y = MultiplyBy(SumOfWords(lanes) - zero, p_.factor);
    return ClampTo(int64_t{y} + p_.zero_point, p_.min, p_.max);
  }

  const ReduceParams& p_;
  const Parts parts_;
  const uint8_t* const in_;
  uint8_t* const out_;
  Vec* const block_;
  int32_t lanes_ = 0;  // the dimension
};

}  // namespace

void ReduceHvx(const ReduceParams& p, const Memory& memory,
               const Scratch& scratch) {
  if (p.is_signed != 0) {
    Reduction<true>(p, memory, scratch).Run();
  } else {
    Reduction<false>(p, memory, scratch).Run();
  }
}

}  // namespace tflite::dsp

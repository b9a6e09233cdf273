#include "delegates/dsp/skel/kernels/common/dims.h"
#include "delegates/dsp/skel/kernels/common/scalar.h"
#include "delegates/dsp/skel/kernels/hvx/matrix.h"
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

// Means of sums, words, whose zero points have been subtracted; not clamped.
class MeanFactor {
 public:
  explicit MeanFactor(const ReduceParams& p)
      : is_quick_(p.factor.shift >= -22 && p.factor.shift <= -1),
        general_(p.factor),
        zero_point_(SplatWord(p.zero_point)) {
    if (!is_quick_) return;
    const int32_t s = -p.factor.shift;
    multiplier_ = SplatWord(p.factor.multiplier);
    shift_ = SplatWord(s);
    rounding_ = SplatWord((2 * p.zero_point + 1) * (1 << (s - 1)) - 1);
  }

  // f(function of a Vec).
  template <typename F>
  TFLL_DSP_INLINE Vec Apply(const F& f) const {
    const Vec minus_one = SplatWord(-1);
    return is_quick_ ? f([&](Vec sum) __attribute__((always_inline)) {
      return QuickFinish(sum, multiplier_, rounding_, shift_, minus_one);
    })
                     : f([&](Vec sum) __attribute__((always_inline)) {
                         return Q6_Vw_vadd_VwVw_sat(general_(sum), zero_point_);
                       });
  }

 private:
  const bool is_quick_;
  const WordFactor general_;
  Vec multiplier_ = Zero(), rounding_ = Zero(), shift_ = Zero(), zero_point_;
};

template <bool kSigned>
class Reduction {
 public:
  Reduction(const ReduceParams& p, const Memory& memory, const Scratch& scratch)
      : p_(p),
        parts_(p),
        in_(memory.At<const uint8_t>(p.input)),
        out_(memory.At<uint8_t>(p.output)),
        block_(reinterpret_cast<Vec*>(scratch.data)),
        factor_(p),
        start_(SplatWord(-parts_.gone.count * p.input_zero_point)) {
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
    const int64_t rows = Extent() * (runs * ((n >> 7) + 2) + 4);
    const int32_t vectors = ((Extent() - 1) >> 7) + 1;
    return rows < vectors * (gone.count * int64_t{Stride() == 1 ? 1 : 12} + 60);
  }

  // Lanes are outputs along the longest dimension kept.
  void Lanes() {
    const bool beside = Stride() == 1;
    switch (p_.form) {
      case ReduceForm::kMean:
        return beside ? LanesOf<Sums, true>() : LanesOf<Sums, false>();
      case ReduceForm::kMax:
        return beside ? LanesOf<Maxima, true>() : LanesOf<Maxima, false>();
      case ReduceForm::kMin:
        return beside ? LanesOf<Minima, true>() : LanesOf<Minima, false>();
    }
  }
  // kBeside: lanes lie beside each other.
  template <typename Form, bool kBeside>
  void LanesOf() {
    Axes others = parts_.kept;
    others.extents[lanes_] = 1;
    const int32_t out_stride = parts_.kept.out_strides[lanes_];
    Dims<2> at(others.rank + 1, others.extents,
               {others.strides, others.out_strides});
    do {
      for (int32_t o = 0; o < Extent(); o += kRowChannels) {
        const int32_t left = Extent() - o;
        const Vec bytes =
            Block<Form, kBeside>(in_ + at.offset(0) + o * Stride(), left);
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

  // The outputs of up to 128 lanes, of which `count` or more are wanted.
  template <typename Form, bool kBeside>
  TFLL_DSP_NOINLINE Vec Block(const uint8_t* from, int32_t count) const {
    if constexpr (Form::kIsSum) {
      RowSums<kSigned> sums(start_);
      EachRows<kBeside>(from, count, [&](const Rows& rows) { sums.Add(rows); });
      return Clamped(
          factor_.Apply([&](const auto& f) { return sums.Bytes(f); }));
    } else {
      Vec best = Form::None();
      EachRows<kBeside>(from, count, [&](const Rows& rows) {
        best = BestOfRows<kSigned, Form::kIsMax>(rows, best);
      });
      return best;
    }
  }
  Vec Clamped(Vec bytes) const {
    return ClampBytes<kSigned>(bytes, SplatByte(p_.min), SplatByte(p_.max));
  }

  // use(rows) for all elements that are reduced. Lanes that do not lie beside
  // each other are transposed, with those of 31 bytes behind them.
  template <bool kBeside, typename Use>
  TFLL_DSP_INLINE void EachRows(const uint8_t* from, int32_t count,
                                const Use& use) const {
    const Axes& gone = parts_.gone;
    const int32_t n = gone.extents[Last()], stride = gone.strides[Last()];
    if (kBeside && gone.rank == 1) return use(Rows{from, n, stride});
    const int32_t most = kBeside ? n
                         : stride < kTransposedColumns
                             ? (kTransposedColumns - 1) / stride + 1
                             : 1;
    Dims<1> at(gone.rank, gone.extents, {gone.strides});
    do {
      const uint8_t* first = from + at.offset(0);
      if (kBeside) {
        use(Rows{first, n, stride});
        continue;
      }
      for (int32_t i = 0; i < n; i += most, first += most * stride) {
        TransposeRows(first, Stride(), count, block_);
        use(Rows{reinterpret_cast<const uint8_t*>(block_),
                 n - i < most ? n - i : most, stride * kVectorBytes});
      }
    } while (at.Next());
  }

  // Each output is joined from rows of the innermost dimension; 128 outputs
  // along the innermost dimension kept at a time.
  void LongRows() {
    switch (p_.form) {
      case ReduceForm::kMean:
        return LongRowsOf<Sums>();
      case ReduceForm::kMax:
        return LongRowsOf<Maxima>();
      case ReduceForm::kMin:
        return LongRowsOf<Minima>();
    }
  }
  template <typename Form>
  void LongRowsOf() {
    const Axes& kept = parts_.kept;
    const int32_t extent = kept.extents[kept.rank - 1];
    const int32_t step = kept.strides[kept.rank - 1];
    Dims<1> at(kept.rank, kept.extents, {kept.strides});
    uint8_t* out = out_;
    do {
      const uint8_t* first = in_ + at.offset(0);
      for (int32_t left = extent; left > 0; left -= kRowChannels) {
        const int32_t count = left < kRowChannels ? left : kRowChannels;
        Vec words[kRowChannels / kMatrixRows];
        for (int32_t i = 0; i * kMatrixRows < count; ++i) {
          words[i] = Joined<Form>(first, step, count - i * kMatrixRows);
          first += kMatrixRows * step;
        }
        StoreFirst(out, BytesOf(words), count);
        out += count;
      }
    } while (at.Next());
  }
  // Of 128 outputs of Joined.
  Vec BytesOf(const Vec* words) const {
    if (p_.form != ReduceForm::kMean) return PackWords(words);
    return Clamped(factor_.Apply([&](const auto& f) {
      Vec means[4];
      TFLL_DSP_UNROLL
      for (int i = 0; i < 4; ++i) {
        means[i] = f(Q6_Vw_vadd_VwVw(words[i], start_));
      }
      return PackBytes<kSigned>(Q6_Vh_vpack_VwVw_sat(means[3], means[2]),
                                Q6_Vh_vpack_VwVw_sat(means[1], means[0]));
    }));
  }

  // How the vectors of a row are added to `lanes`, words of sums of bytes or
  // the best bytes, those where `used` has a one; how two of these are joined,
  // and in the end the bytes of a word.
  struct Sums {
    static constexpr bool kIsSum = true;
    static Vec None() { return Zero(); }
    static Vec Add(Vec lanes, Vec v, Vec used) {
      return kSigned ? Q6_Vw_vrmpyacc_VwVbVb(lanes, v, used)
                     : Q6_Vuw_vrmpyacc_VuwVubVub(lanes, v, used);
    }
    static Vec Join(Vec x, Vec y) { return Q6_Vw_vadd_VwVw(x, y); }
    static Vec Last(Vec words) { return words; }
  };
  template <bool kMax>
  struct Best {
    static constexpr bool kIsSum = false, kIsMax = kMax;
    // No byte is worse.
    static constexpr int32_t kNone =
        kMax ? (kSigned ? 0x80 : 0) : (kSigned ? 0x7f : 0xff);
    static Vec None() { return SplatByte(kNone); }
    static Vec Add(Vec lanes, Vec v, Vec used) {
      const Mask mask = Q6_Q_vand_VR(used, 0x01010101);
      return Join(lanes, Q6_V_vmux_QVV(mask, v, None()));
    }
    static Vec Join(Vec x, Vec y) {
      return kMax ? MaxBytes<kSigned>(x, y) : MinBytes<kSigned>(x, y);
    }
    static Vec Last(Vec words) {
      const Vec x = Join(words, Q6_V_vror_VR(words, 2));
      return Join(x, Q6_V_vror_VR(x, 1));
    }
  };
  using Maxima = Best<true>;
  using Minima = Best<false>;

  // Up to 32 outputs, the first elements of which lie `step` bytes apart, as
  // words. Only their low bytes are used, unless they are sums.
  template <typename Form>
  TFLL_DSP_NOINLINE Vec Joined(const uint8_t* first, int32_t step,
                               int32_t count) const {
    const int32_t n = parts_.gone.extents[Last()];
    if (Last() == 0 && n <= kVectorBytes) {
      const Vec ones = FirstOnes(n), none = Form::None();
      const int32_t last = count - 1;
      return Form::Last(JoinRows(count, Form::Join, [&](int32_t i) {
        // Rows past the last one repeat it.
        const int32_t row = i < last ? i : last;
        return Form::Add(none, LoadUnaligned(first + row * step), ones);
      }));
    }
    Vec lanes[kMatrixRows];
    const int32_t used = count < kMatrixRows ? count : kMatrixRows;
    for (int32_t i = 0; i < used; ++i, first += step) {
      lanes[i] = AllRows<Form>(first);
    }
    return Form::Last(
        JoinRows(count, Form::Join, [&](int32_t i) { return lanes[i]; }));
  }
  static Vec FirstOnes(int32_t count) {
    return Q6_V_vand_QR(Q6_Q_vsetq2_R(count), 0x01010101);
  }

  // All rows of an output.
  template <typename Form>
  TFLL_DSP_NOINLINE Vec AllRows(const uint8_t* first) const {
    const Axes& gone = parts_.gone;
    const int32_t whole = (gone.extents[Last()] - 1) / kVectorBytes;
    const Vec all = SplatByte(1);
    const Vec rest = FirstOnes(gone.extents[Last()] - whole * kVectorBytes);
    const int32_t runs = Last() > 0 ? gone.extents[Last() - 1] : 1;
    const int32_t step = Last() > 0 ? gone.strides[Last() - 1] : 0;
    Vec lanes = Form::None();
    const auto add = [&](const uint8_t* run) __attribute__((always_inline)) {
      if (whole == 0) {
        for (int32_t r = 0; r < runs; ++r, run += step) {
          lanes = Form::Add(lanes, LoadUnaligned(run), rest);
        }
        return;
      }
      for (int32_t r = 0; r < runs; ++r, run += step) {
        const uint8_t* at = run;
        for (int32_t i = 0; i < whole; ++i, at += kVectorBytes) {
          lanes = Form::Add(lanes, LoadUnaligned(at), all);
        }
        lanes = Form::Add(lanes, LoadUnaligned(at), rest);
      }
    };
    if (Last() < 2) {
      add(first);
      return lanes;
    }
    Dims<1> at(Last(), gone.extents, {gone.strides});
    do {
      add(first + at.offset(0));
    } while (at.Next());
    return lanes;
  }

  const ReduceParams& p_;
  const Parts parts_;
  const uint8_t* const in_;
  uint8_t* const out_;
  Vec* const block_;
  const MeanFactor factor_;
  const Vec start_;    // of each sum
  int32_t lanes_ = 0;  // the dimension
};

}  // namespace

void ReduceHvx(const ReduceParams& p, const Memory& memory,
               const Scratch& scratch) {
  const int32_t least = p.is_signed != 0 ? -128 : 0;
  // Bounds of the other type would have to be clamped with more bits.
  if (p.form == ReduceForm::kMean && (p.min < least || p.max > least + 255)) {
    ReduceScalar(p, memory, scratch);
  } else if (p.is_signed != 0) {
    Reduction<true>(p, memory, scratch).Run();
  } else {
    Reduction<false>(p, memory, scratch).Run();
  }
}

}  // namespace tflite::dsp

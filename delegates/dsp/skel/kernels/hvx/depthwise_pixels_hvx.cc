#include "delegates/dsp/skel/kernels/hvx/depthwise_tile.h"

namespace tflite::dsp {
namespace {

// Filters of 3 rows of one quad, stride 2, two groups of 32 channels by two
// pixels at a time, so that all constants stay in registers. While the sums of
// two pixels are multiplied, shifted and packed, those of the next two are
// computed. The compiler schedules in the order of the source, so that both are
// interleaved here.
//
// Two columns a b become halfwords of a channel, which are exchanged with those
// of the next two columns: quads of the even channels of what was exchanged,
// and of the odd ones. DealGroups puts filter and constants into that order.
enum class Part {
  kQuarter,  // up to 32 channels, in one group
  kHalf,     // up to 64: even and odd ones
  kSides,    // the same where an image has 64, and columns lie side by side
  kEven,     // up to 128: channels 0, 4, 8, .. and 2, 6, 10, ..
  kOdd,      // channels 1, 5, 9, .. and 3, 7, 11, .., put beside those of kEven
};

// Columns of three rows of the input.
struct RowPointers {
  const uint8_t* const* row[3];
  // Moved by so many columns: the first row, and the other ones.
  TFLL_DSP_INLINE RowPointers After(int32_t first, int32_t others) const {
    return {{row[0] + first, row[1] + others, row[2] + others}};
  }
};

// Which columns of a row begin at multiples of 128, and whether pixels of the
// output do.
enum class Places { kAnywhere, kEvenColumns, kAligned };

// kWide, for UINT8 alone: the zero point of the weights is in each product.
template <Part kPart, bool kSigned, Places kPlaces, bool kWide>
struct PixelPair {
  static constexpr int kGroups = kPart == Part::kQuarter ? 1 : 2;
  static constexpr int kProducts = 2 * kGroups;
  static constexpr bool kEvenAligned = kPlaces != Places::kAnywhere;
  static constexpr bool kAllAligned = kPlaces == Places::kAligned;

  Vec filter[3][kGroups];
  Vec bias[kGroups], multiplier[kGroups], rounding[kGroups], shift[kGroups];
  Vec minus_one, zero;
  const Vec* __restrict limits;  // in memory, as registers do not suffice
  Vec sum[kProducts];            // of group i / 2, pixel i % 2
  Vec low[3];

  TFLL_DSP_INLINE explicit PixelPair(const DepthwiseRows& job) {
    constexpr int kFirst = kPart == Part::kOdd ? 2 : 0;
    TFLL_DSP_UNROLL
    for (int g = 0; g < kGroups; ++g) {
      TFLL_DSP_UNROLL
      for (int fy = 0; fy < 3; ++fy) {
        filter[fy][g] = job.filter[4 * fy + kFirst + g];
      }
      const FinishGroup& f = job.finish[kFirst + g];
      bias[g] = f.bias;
      multiplier[g] = f.multiplier;
      rounding[g] = f.rounding;
      shift[g] = f.shift;
    }
    minus_one = SplatWord(-1);
    zero = job.zero;
    limits = job.limits;
    TFLL_DSP_UNROLL
    for (int i = 0; i < kProducts; ++i) sum[i] = Zero();
  }

  // The steps below are written in the order of the packets, which kPacket ends:
  // the compiler moves nothing across it, and fills each with what stands there.
  struct Next {
    Vec sum[kProducts];
    VecPair quads[2];
    Vec first, second, third, fourth;  // columns
    Vec high;
  };
  static const uint8_t* Column(uint64_t pointers, int i) {
    return reinterpret_cast<const uint8_t*>(
        static_cast<uintptr_t>(static_cast<uint32_t>(pointers >> (32 * i))));
  }
  // Two columns from a place on that is a multiple of 8. Those of kSides are
  // one vector.
  TFLL_DSP_INLINE static void Load(uint64_t pointers, int i, Vec* x) {
    if (i == 0) *x = LoadColumn<kEvenAligned>(Column(pointers, 0));
    if (i == 1 && kPart != Part::kSides) {
      *x = LoadColumn<kAllAligned>(Column(pointers, 1));
    }
  }
  static uint64_t Pointers(const uint8_t* const* at) {
    return *reinterpret_cast<const uint64_t*>(at);
  }
  // A halfword a channel.
  TFLL_DSP_INLINE static Vec Join(Vec second, Vec first) {
    if (kPart == Part::kSides) return Q6_Vb_vshuff_Vb(first);
    if (kPart == Part::kEven) return Q6_Vb_vshuffe_VbVb(second, first);
    if (kPart == Part::kOdd) return Q6_Vb_vshuffo_VbVb(second, first);
    return Q6_V_lo_W(Q6_W_vshuff_VVR(second, first, -1));
  }
  TFLL_DSP_INLINE static VecPair Quads(Vec second, Vec first) {
    return kGroups == 1 ? Q6_W_vshuff_VVR(second, first, -2)
                        : Q6_Wh_vshuffoe_VhVh(second, first);
  }
  TFLL_DSP_INLINE static Vec Quad(VecPair quads, int i) {
    return i < 2 ? Q6_V_lo_W(quads) : Q6_V_hi_W(quads);
  }
  // The product of a row, the first one alone, the other ones added.
  template <int kRow>
  TFLL_DSP_INLINE void Multiply(int i, Next* next) const {
    if (i >= kProducts) return;
    const Vec quad = Quad(next->quads[i % 2], i), f = filter[kRow][i / 2];
    Vec& x = next->sum[i];
    if (kRow == 0) {
      x = kSigned ? Q6_Vw_vrmpy_VbVb(quad, f) : Q6_Vw_vrmpy_VubVb(quad, f);
    } else {
      x = kSigned ? Q6_Vw_vrmpyacc_VwVbVb(x, quad, f)
                  : Q6_Vw_vrmpyacc_VwVubVb(x, quad, f);
    }
    if (kWide) x = Q6_Vw_vrmpyacc_VwVubVb(x, quad, zero);
  }
  TFLL_DSP_INLINE void AddBias(int i, Next* next) const {
    if (i >= kProducts) return;
    next->sum[i] = Q6_Vw_vadd_VwVw(next->sum[i], bias[i / 2]);
  }
  // The steps of QuickFinish.
  Vec product[2];
  Mask carry[kProducts];
  TFLL_DSP_INLINE void MultiplyLow(int i) {
    if (i >= kProducts) return;
    product[i % 2] = Q6_Vw_vmpye_VwVuh(sum[i], multiplier[i / 2]);
  }
  TFLL_DSP_INLINE void MultiplyHigh(int i) {
    if (i >= kProducts) return;
    sum[i] = Q6_Vw_vmpyoacc_VwVwVh_s1_rnd_sat_shift(product[i % 2], sum[i],
                                                    multiplier[i / 2]);
  }
  TFLL_DSP_INLINE void Compare(int i) {
    if (i >= kProducts) return;
    carry[i] = Q6_Q_vcmp_gt_VwVw(sum[i], minus_one);
  }
  TFLL_DSP_INLINE void Round(int i) {
    if (i >= kProducts) return;
    sum[i] = Q6_Vw_vadd_VwVwQ_carry_sat(sum[i], rounding[i / 2], carry[i]);
  }
  TFLL_DSP_INLINE void Shift(int i) {
    if (i >= kProducts) return;
    sum[i] = Q6_Vw_vasr_VwVw(sum[i], shift[i / 2]);
  }
  TFLL_DSP_INLINE static void EndPacket() {
    if (kPart != Part::kQuarter) asm volatile("");
  }
  // The same where `pointer` has been moved.
  template <typename T>
  TFLL_DSP_INLINE static void EndPacket(T& pointer) {
    if (kPart != Part::kQuarter) asm volatile("" : "+r"(pointer));
  }

  // Computes the sums of the next pixels while those of `sum` are multiplied
  // and shifted. `p` has the columns of row 0, and then of the next pixels'.
  TFLL_DSP_INLINE void MultiplyAndShift(uint64_t (&p)[2], RowPointers& at,
                                        uint8_t*& out, uint8_t*& second,
                                        int32_t step, Vec*& halves) {
    Next next;
    Next* n = &next;
    uint64_t q[2];
    Load(p[0], 0, &n->first);
    MultiplyLow(Order(0));
    if (kPart == Part::kEven || kPart == Part::kOdd) halves += 2;
    EndPacket(halves);
    Load(p[0], 1, &n->second);
    MultiplyHigh(Order(0));
    if (kPart != Part::kEven) out += step;
    EndPacket(out);
    Load(p[1], 0, &n->third);
    MultiplyLow(Order(1));
    n->high = Join(n->second, n->first);
    EndPacket(limits);
    Load(p[1], 1, &n->fourth);
    MultiplyHigh(Order(1));
    Compare(Order(0));
    EndPacket();
    n->quads[0] = Quads(n->high, low[0]);
    MultiplyLow(Order(2));
    q[0] = Pointers(at.row[1] - 2);
    q[1] = Pointers(at.row[1]);
    EndPacket();
    Load(q[0], 0, &n->first);
    MultiplyHigh(Order(2));
    low[0] = Join(n->fourth, n->third);
    EndPacket();
    Load(q[0], 1, &n->second);
    Multiply<0>(0, n);
    Multiply<0>(2, n);
    EndPacket();
    n->quads[1] = Quads(low[0], n->high);
    Compare(Order(1));
    Round(Order(0));
    if (kPart != Part::kEven) second += step;
    EndPacket(second);
    Load(q[1], 0, &n->third);
    MultiplyLow(Order(3));
    n->high = Join(n->second, n->first);
    EndPacket();
    Load(q[1], 1, &n->fourth);
    MultiplyHigh(Order(3));
    AddBias(0, n);
    EndPacket();
    Multiply<0>(1, n);
    Multiply<0>(3, n);
    q[0] = Pointers(at.row[2] - 2);
    q[1] = Pointers(at.row[2]);
    EndPacket();
    AddBias(1, n);
    AddBias(3, n);
    AddBias(2, n);
    Round(Order(1));
    EndPacket();
    n->quads[0] = Quads(n->high, low[1]);
    low[1] = Join(n->fourth, n->third);
    Shift(Order(0));
    EndPacket();
    Load(q[0], 0, &n->first);
    Multiply<1>(0, n);
    Compare(Order(2));
    EndPacket();
    Load(q[0], 1, &n->second);
    Multiply<1>(2, n);
    Shift(Order(1));
    EndPacket();
    n->quads[1] = Quads(low[1], n->high);
    Round(Order(2));
    n->high = Join(n->second, n->first);
    EndPacket();
    Load(q[1], 0, &n->third);
    Multiply<1>(1, n);
    Compare(Order(3));
    EndPacket();
    Load(q[1], 1, &n->fourth);
    Multiply<1>(3, n);
    Round(Order(3));
    EndPacket();
    n->quads[0] = Quads(n->high, low[2]);
    Shift(Order(2));
    p[0] = Pointers(at.row[0] - 2);
    p[1] = Pointers(at.row[0]);
    EndPacket();
    low[2] = Join(n->fourth, n->third);
    Multiply<2>(0, n);
    Shift(Order(3));
    at.row[1] += 4;
    EndPacket(at.row[1]);
    n->quads[1] = Quads(low[2], n->high);
    Multiply<2>(2, n);
    at.row[2] += 4;
    EndPacket(at.row[2]);
    Multiply<2>(1, n);
    half[0] = Saturate(kFirst);
    if (kPart == Part::kEven) halves[kFirst] = half[0];
    if (kPart == Part::kOdd) n->first = halves[kFirst];
    at.row[0] += 4;
    EndPacket(at.row[0]);
    Multiply<2>(3, n);
    half[1] = Saturate(1 - kFirst);
    if (kPart == Part::kEven) halves[1 - kFirst] = half[1];
    if (kPart == Part::kOdd) n->second = halves[1 - kFirst];
    if (kPart == Part::kOdd) {
      EndPacket();
      half[0] = Bytes(half[0], n->first);
    }
    Store(out, second, n->second);
    TFLL_DSP_UNROLL
    for (int i = 0; i < kProducts; ++i) sum[i] = next.sum[i];
  }

  TFLL_DSP_INLINE static void StorePixel(uint8_t* out, Vec bytes) {
    if (kAllAligned) {
      *reinterpret_cast<Vec*>(out) = bytes;
    } else {
      StoreUnaligned(out, bytes);
    }
  }
  // Pixels that begin 128 bytes or more apart are stored in descending order:
  // with a pitch of 0 only the first one remains.
  static constexpr bool kIsExact = kPlaces != Places::kAnywhere;
  static constexpr int kFirst = kIsExact ? 1 : 0;
  static constexpr int Order(int i) { return kIsExact ? i ^ 1 : i; }
  Vec half[2];  // of pixels kFirst and 1 - kFirst

  // The words of a pixel to halfwords.
  TFLL_DSP_INLINE Vec Saturate(int pixel) const {
    return kGroups == 1
               ? sum[pixel]
               : Q6_Vh_vsat_VwVw(sum[2 % kProducts + pixel], sum[pixel]);
  }
  TFLL_DSP_INLINE static Vec Bytes(Vec odd, Vec even) {
    return kSigned ? Q6_Vb_vasr_VhVhR_sat(odd, even, 0)
                   : Q6_Vub_vsat_VhVh(odd, even);
  }
  // The two pixels of `half` to `out` and `out` + pitch. Of kOdd, the first one
  // is in bytes, and `even` are the other one's even channels.
  TFLL_DSP_INLINE void Store(uint8_t* out, uint8_t* second, Vec even) {
    if (kPart == Part::kEven) return;
    if (kPart == Part::kOdd) {
      const Vec least = limits[0];
      EndPacket();
      half[1] = Bytes(half[1], even);
      half[0] = MaxBytes<kSigned>(half[0], least);
      const Vec most = limits[1];
      EndPacket();
      half[1] = MaxBytes<kSigned>(half[1], least);
      half[0] = MinBytes<kSigned>(half[0], most);
      // An aligned store takes what its own packet computes.
      if (kAllAligned) StorePixel(kIsExact ? second : out, half[0]);
      EndPacket();
      if (!kAllAligned) StorePixel(kIsExact ? second : out, half[0]);
      half[1] = MinBytes<kSigned>(half[1], most);
      if (!kAllAligned) EndPacket();
      StorePixel(kIsExact ? out : second, half[1]);
      return;
    }
    const Vec low_half = half[kFirst], high_half = half[1 - kFirst];
    constexpr int kBytes = 32 * kGroups;
    const Vec halfwords = Q6_Vh_vpack_VwVw_sat(high_half, low_half);
    const Vec bytes = ClampBytes<kSigned>(
        kGroups == 1 ? PackBytes<kSigned>(halfwords, halfwords)
                     : PackBytes<kSigned>(high_half, low_half),
        limits[0], limits[1]);
    // With 64 channels in all, both pixels are in their places.
    const bool both = kPart == Part::kSides;
    const Vec rotated = Q6_V_vror_VR(bytes, kBytes);
    if (!both && kIsExact) StoreUnaligned(second, rotated);
    StoreUnaligned(out, bytes);
    if (!both && !kIsExact) StoreUnaligned(second, rotated);
  }
  // Of products `first` and the next one.
  TFLL_DSP_INLINE void Multiply(int first) {
    TFLL_DSP_UNROLL
    for (int i = first; i < first + 2; ++i) {
      MultiplyLow(i);
      MultiplyHigh(i);
    }
  }
  // Pixels of `sum`, which have been multiplied.
  TFLL_DSP_INLINE void Finish(uint8_t* out, uint8_t* second,
                              Vec* __restrict halves) {
    TFLL_DSP_UNROLL
    for (int i = 0; i < kProducts; ++i) {
      Compare(i);
      Round(i);
      Shift(i);
    }
    half[0] = Saturate(kFirst);
    half[1] = Saturate(1 - kFirst);
    if (kPart == Part::kEven) {
      halves[kFirst] = half[0];
      halves[1 - kFirst] = half[1];
    }
    if (kPart == Part::kOdd) half[0] = Bytes(half[0], halves[kFirst]);
    Store(out, second, halves[1 - kFirst]);
  }

  TFLL_DSP_INLINE static Vec JoinAt(const uint8_t* const* at) {
    Vec first, second;
    const uint64_t p = Pointers(at);
    Load(p, 0, &first);
    Load(p, 1, &second);
    return Join(second, first);
  }
  TFLL_DSP_INLINE void BeginRow(const RowPointers& at, uint64_t (&p)[2]) {
    TFLL_DSP_UNROLL
    for (int fy = 0; fy < 3; ++fy) low[fy] = JoinAt(at.row[fy]);
    p[0] = Pointers(at.row[0] + 2);
    p[1] = Pointers(at.row[0] + 4);
  }
  // The last pixel of a row, whose next columns `end` has, and the first one of
  // the row that begins at `begin`.
  template <int kRow>
  TFLL_DSP_INLINE void Straddle(const uint8_t* const* end,
                                const uint8_t* const* begin, Next* n) {
    const Vec high = JoinAt(end);
    n->quads[0] = Quads(high, low[kRow]);
    const Vec first = JoinAt(begin);
    low[kRow] = JoinAt(begin + 2);
    n->quads[1] = Quads(low[kRow], first);
    TFLL_DSP_UNROLL
    for (int i = 0; i < kProducts; ++i) {
      Multiply<kRow>(i, n);
      if (kRow == 0) AddBias(i, n);
    }
  }
};

// Rows [first, last) of the job, whose pixels follow each other in the output;
// job.even belongs to them.
template <Part kPart, bool kSigned, Places kPlaces, bool kWide>
TFLL_DSP_NOINLINE void PixelRows(const DepthwiseRows& job, int32_t first,
                                 int32_t last) {
  using Pair = PixelPair<kPart, kSigned, kPlaces, kWide>;
  Pair pair(job);
  const int32_t pitch = job.pitch, pairs = job.width / 2, step = 2 * pitch;
  const bool odd = job.width % 2 != 0;
  uint8_t* out = job.out + first * job.width * pitch - step;
  uint8_t* second = out + pitch;
  Vec* even = job.even - 2;
  RowPointers row;
  row.row[0] = job.columns + first * job.row_pitch;
  row.row[1] = row.row[0] + job.row_step;
  row.row[2] = row.row[1] + job.row_step;
  bool has_pixels = false;
  for (int32_t r = first; r < last; ++r) {
    uint64_t p[2];
    pair.BeginRow(row, p);
    RowPointers at = row.After(8, 4);
    int32_t left = pairs;
    if (!has_pixels) {
      // The first store has no pixels yet.
      uint8_t* nowhere = job.nowhere;
      uint8_t* also = nowhere;
      pair.MultiplyAndShift(p, at, nowhere, also, 0, even);
      has_pixels = true;
      --left;
    }
    TFLL_DSP_NO_UNROLL
    for (int32_t i = 0; i < left; ++i) {
      pair.MultiplyAndShift(p, at, out, second, step, even);
    }
    row = row.After(job.row_pitch, job.row_pitch);
    if (!odd) continue;
    if (r + 1 == last) {
      pair.MultiplyAndShift(p, at, out, second, step, even);
      break;
    }
    typename Pair::Next next;
    out += step;
    second += step;
    even += 2;
    pair.template Straddle<0>(at.row[0] - 6, row.row[0], &next);
    pair.template Straddle<1>(at.row[1] - 2, row.row[1], &next);
    pair.Multiply(0);
    pair.Multiply(2);
    pair.template Straddle<2>(at.row[2] - 2, row.row[2], &next);
    pair.Finish(out, second, even);
    TFLL_DSP_UNROLL
    for (int i = 0; i < Pair::kProducts; ++i) pair.sum[i] = next.sum[i];
    p[0] = Pair::Pointers(row.row[0] + 4);
    p[1] = Pair::Pointers(row.row[0] + 6);
    at = row.After(10, 6);
    TFLL_DSP_NO_UNROLL
    for (int32_t i = 0; i < pairs; ++i) {
      pair.MultiplyAndShift(p, at, out, second, step, even);
    }
    row = row.After(job.row_pitch, job.row_pitch);
    ++r;
  }
  out += step;
  pair.Multiply(0);
  pair.Multiply(2);
  const bool one = odd && (last - first) % 2 != 0 && Pair::kIsExact;
  pair.Finish(out, one ? out : out + pitch, even + 2);
}

// Chunks of more than 64 channels: the even ones of some rows, then the odd
// ones.
template <bool kSigned, Places kPlaces, bool kWide>
void WholeRows(const DepthwiseRows& job) {
  for (int32_t r = 0; r < job.rows; r += job.half_rows) {
    const int32_t left = job.rows - r;
    const int32_t last = r + (left < job.half_rows ? left : job.half_rows);
    PixelRows<Part::kEven, kSigned, kPlaces, kWide>(job, r, last);
    PixelRows<Part::kOdd, kSigned, kPlaces, kWide>(job, r, last);
  }
}
template <Part kPart, bool kSigned, Places kPlaces, bool kWide>
void PartRows(const DepthwiseRows& job) {
  PixelRows<kPart, kSigned, kPlaces, kWide>(job, 0, job.rows);
}

template <bool kSigned, bool kWide>
DepthwiseForm FormFor(const Window& w, int32_t groups, Places places) {
  if (groups > 2) {
    return places == Places::kAligned
               ? WholeRows<kSigned, Places::kAligned, kWide>
           : places == Places::kEvenColumns
               ? WholeRows<kSigned, Places::kEvenColumns, kWide>
               : WholeRows<kSigned, Places::kAnywhere, kWide>;
  }
  if (groups == 1) {
    return PartRows<Part::kQuarter, kSigned, Places::kAnywhere, kWide>;
  }
  if (places == Places::kAnywhere) {
    return PartRows<Part::kHalf, kSigned, Places::kAnywhere, kWide>;
  }
  return w.in_channels == kVectorBytes / 2
             ? PartRows<Part::kSides, kSigned, Places::kEvenColumns, kWide>
             : PartRows<Part::kHalf, kSigned, Places::kEvenColumns, kWide>;
}

// Four vectors of words of 128 channels, or two of 64, in place.
template <bool kFour>
TFLL_DSP_INLINE void DealWords(int32_t step, Vec* __restrict v) {
  const VecPair low = Q6_W_vdeal_VVR(v[step], v[0], -4);
  if (!kFour) {
    v[0] = Q6_V_lo_W(low);
    v[step] = Q6_V_hi_W(low);
    return;
  }
  const VecPair high = Q6_W_vdeal_VVR(v[3 * step], v[2 * step], -4);
  const VecPair even = Q6_W_vdeal_VVR(Q6_V_lo_W(high), Q6_V_lo_W(low), -4);
  const VecPair odd = Q6_W_vdeal_VVR(Q6_V_hi_W(high), Q6_V_hi_W(low), -4);
  v[0] = Q6_V_lo_W(even);
  v[step] = Q6_V_hi_W(even);
  v[2 * step] = Q6_V_lo_W(odd);
  v[3 * step] = Q6_V_hi_W(odd);
}

template <bool kFour>
TFLL_DSP_NOINLINE void DealChunk(Vec* __restrict filter,
                                 Vec* __restrict finish) {
  constexpr int kStep = sizeof(FinishGroup) / sizeof(Vec);
  TFLL_DSP_UNROLL
  for (int fy = 0; fy < 3; ++fy) DealWords<kFour>(1, filter + 4 * fy);
  // Bias, multiplier, rounding, shift.
  TFLL_DSP_UNROLL
  for (int i = 0; i < 4; ++i) DealWords<kFour>(kStep, finish + i);
}

}  // namespace

DepthwisePixels DepthwisePixelForm(const Window& w, bool is_signed, bool wide,
                                   int32_t groups) {
  const bool even = w.pad_left % 2 == 0 &&
                    (w.in_width * w.in_channels) % kVectorBytes == 0 &&
                    2 * w.in_channels % kVectorBytes == 0;
  const Places places = w.in_channels % kVectorBytes == 0 ? Places::kAligned
                        : even                            ? Places::kEvenColumns
                                                          : Places::kAnywhere;
  DepthwisePixels pixels;
  pixels.run = is_signed ? FormFor<true, false>(w, groups, places)
               : wide    ? FormFor<false, true>(w, groups, places)
                         : FormFor<false, false>(w, groups, places);
  pixels.side_by_side = even && w.in_channels == kVectorBytes / 2;
  const int32_t pairs = (w.out_width + 1) / 2;
  pixels.row_bytes =
      pixels.side_by_side
          ? pairs * kVectorBytes
          : ((places == Places::kAnywhere || groups == 1 ? 2 * pairs
                                                         : w.out_width) -
             1) * w.out_channels +
                kVectorBytes;
  return pixels;
}

void DealGroups(int32_t groups, Vec* filter, FinishGroup* finish) {
  if (groups > 2) {
    DealChunk<true>(filter, &finish->bias);
  } else if (groups == 2) {
    DealChunk<false>(filter, &finish->bias);
  }
}

}  // namespace tflite::dsp

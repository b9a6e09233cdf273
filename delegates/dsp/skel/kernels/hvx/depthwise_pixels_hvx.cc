#include "delegates/dsp/skel/kernels/hvx/depthwise_pair.h"

namespace tflite::dsp {
namespace {

// Where a turn stores its two pixels, and their even channels (`halves`), which
// kEven writes and kOdd reads.
struct Output {
  uint8_t* out;
  uint8_t* second;
  Vec* halves;
};

// Stores the two pixels of s.half at `out` and `second`. With kOdd, half[0] is
// packed to bytes already, and `even` has the even channels of half[1].
template <typename Pair>
TFLL_DSP_INLINE void Store(Pair& s, uint8_t* out, uint8_t* second, Vec even) {
  if (Pair::kPart == Part::kEven) return;
  if (Pair::kPart == Part::kOdd) {
    const Vec least = s.limits[0];
    s.EndPacket();
    s.half[1] = s.Bytes(s.half[1], even);
    s.half[0] = MaxBytes<Pair::kSigned>(s.half[0], least);
    const Vec most = s.limits[1];
    s.EndPacket();
    s.half[1] = MaxBytes<Pair::kSigned>(s.half[1], least);
    s.half[0] = MinBytes<Pair::kSigned>(s.half[0], most);
    // An aligned store can be in the packet that computes its value.
    if (Pair::kAllAligned)
      s.StorePixel(Pair::kIsExact ? second : out, s.half[0]);
    s.EndPacket();
    if (!Pair::kAllAligned)
      s.StorePixel(Pair::kIsExact ? second : out, s.half[0]);
    s.half[1] = MinBytes<Pair::kSigned>(s.half[1], most);
    if (!Pair::kAllAligned) s.EndPacket();
    s.StorePixel(Pair::kIsExact ? out : second, s.half[1]);
    return;
  }
  const Vec low_half = s.half[Pair::kFirst],
            high_half = s.half[1 - Pair::kFirst];
  constexpr int kBytes = 32 * Pair::kGroups;
  const Vec halfwords = Q6_Vh_vpack_VwVw_sat(high_half, low_half);
  const Vec bytes = ClampBytes<Pair::kSigned>(
      Pair::kGroups == 1 ? PackBytes<Pair::kSigned>(halfwords, halfwords)
                         : PackBytes<Pair::kSigned>(high_half, low_half),
      s.limits[0], s.limits[1]);
  // One store writes both pixels.
  const bool both = Pair::kPart == Part::kSides;
  const Vec rotated = Q6_V_vror_VR(bytes, kBytes);
  if (!both && Pair::kIsExact) StoreUnaligned(second, rotated);
  StoreUnaligned(out, bytes);
  if (!both && !Pair::kIsExact) StoreUnaligned(second, rotated);
}

// A turn of the loop in three parts, one per filter row. p, q: pointers to the
// next columns of a row.
template <typename Pair>
TFLL_DSP_INLINE void FirstRow(Pair& s, typename Pair::Next* n, uint64_t (&p)[2],
                              uint64_t (&q)[2], const RowPointers& at,
                              int32_t step, Output& to) {
  s.Load(p[0], 0, &n->first);
  s.MultiplyLow(s.Order(0));
  if (Pair::kPart == Part::kEven || Pair::kPart == Part::kOdd) to.halves += 2;
  s.EndPacket(to.halves);
  s.Load(p[0], 1, &n->second);
  s.MultiplyHigh(s.Order(0));
  if (Pair::kPart != Part::kEven) to.out += step;
  s.EndPacket(to.out);
  s.Load(p[1], 0, &n->third);
  s.MultiplyLow(s.Order(1));
  n->high = s.Join(n->second, n->first);
  s.EndPacket(s.limits);
  s.Load(p[1], 1, &n->fourth);
  s.MultiplyHigh(s.Order(1));
  s.Compare(s.Order(0));
  s.EndPacket();
  n->quads[0] = s.Quads(n->high, s.low[0]);
  s.MultiplyLow(s.Order(2));
  q[0] = s.Pointers(at.row[1] - 2);
  q[1] = s.Pointers(at.row[1]);
  s.EndPacket();
  s.Load(q[0], 0, &n->first);
  s.MultiplyHigh(s.Order(2));
  s.low[0] = s.Join(n->fourth, n->third);
  s.EndPacket();
  s.Load(q[0], 1, &n->second);
  s.template Multiply<0>(0, n);
  s.template Multiply<0>(2, n);
  s.EndPacket();
  n->quads[1] = s.Quads(s.low[0], n->high);
  s.Compare(s.Order(1));
  s.Round(s.Order(0));
  if (Pair::kPart != Part::kEven) to.second += step;
  s.EndPacket(to.second);
  s.Load(q[1], 0, &n->third);
  s.MultiplyLow(s.Order(3));
  n->high = s.Join(n->second, n->first);
  s.EndPacket();
  s.Load(q[1], 1, &n->fourth);
  s.MultiplyHigh(s.Order(3));
  s.AddBias(0, n);
  s.EndPacket();
  s.template Multiply<0>(1, n);
  s.template Multiply<0>(3, n);
  q[0] = s.Pointers(at.row[2] - 2);
  q[1] = s.Pointers(at.row[2]);
  s.EndPacket();
  s.AddBias(1, n);
  s.AddBias(3, n);
  s.AddBias(2, n);
  s.Round(s.Order(1));
  s.EndPacket();
}
template <typename Pair>
TFLL_DSP_INLINE void SecondRow(Pair& s, typename Pair::Next* n,
                               const uint64_t (&q)[2]) {
  n->quads[0] = s.Quads(n->high, s.low[1]);
  s.low[1] = s.Join(n->fourth, n->third);
  s.Shift(s.Order(0));
  s.EndPacket();
  s.Load(q[0], 0, &n->first);
  s.template Multiply<1>(0, n);
  s.Compare(s.Order(2));
  s.EndPacket();
  s.Load(q[0], 1, &n->second);
  s.template Multiply<1>(2, n);
  s.Shift(s.Order(1));
  s.EndPacket();
  n->quads[1] = s.Quads(s.low[1], n->high);
  s.Round(s.Order(2));
  n->high = s.Join(n->second, n->first);
  s.EndPacket();
  s.Load(q[1], 0, &n->third);
  s.template Multiply<1>(1, n);
  s.Compare(s.Order(3));
  s.EndPacket();
  s.Load(q[1], 1, &n->fourth);
  s.template Multiply<1>(3, n);
  s.Round(s.Order(3));
  s.EndPacket();
}
template <typename Pair>
TFLL_DSP_INLINE void ThirdRow(Pair& s, typename Pair::Next* n, uint64_t (&p)[2],
                              RowPointers& at, const Output& to) {
  n->quads[0] = s.Quads(n->high, s.low[2]);
  s.Shift(s.Order(2));
  p[0] = s.Pointers(at.row[0] - 2);
  p[1] = s.Pointers(at.row[0]);
  s.EndPacket();
  s.low[2] = s.Join(n->fourth, n->third);
  s.template Multiply<2>(0, n);
  s.Shift(s.Order(3));
  at.row[1] += 4;
  s.EndPacket(at.row[1]);
  n->quads[1] = s.Quads(s.low[2], n->high);
  s.template Multiply<2>(2, n);
  at.row[2] += 4;
  s.EndPacket(at.row[2]);
  s.template Multiply<2>(1, n);
  s.half[0] = s.Saturate(Pair::kFirst);
  if (Pair::kPart == Part::kEven) to.halves[Pair::kFirst] = s.half[0];
  if (Pair::kPart == Part::kOdd) n->first = to.halves[Pair::kFirst];
  at.row[0] += 4;
  s.EndPacket(at.row[0]);
  s.template Multiply<2>(3, n);
  s.half[1] = s.Saturate(1 - Pair::kFirst);
  if (Pair::kPart == Part::kEven) to.halves[1 - Pair::kFirst] = s.half[1];
  if (Pair::kPart == Part::kOdd) n->second = to.halves[1 - Pair::kFirst];
  if (Pair::kPart == Part::kOdd) {
    s.EndPacket();
    s.half[0] = s.Bytes(s.half[0], n->first);
  }
}

// A turn of the loop: computes the sums of the next two pixels, and requantizes
// and stores the two of s.sum. `p` points to columns of row 0, for this turn
// and then for the next one.
template <typename Pair>
TFLL_DSP_INLINE void Turn(Pair& s, uint64_t (&p)[2], RowPointers& at,
                          int32_t step, Output& to) {
  typename Pair::Next next;
  uint64_t q[2];
  FirstRow(s, &next, p, q, at, step, to);
  SecondRow(s, &next, q);
  ThirdRow(s, &next, p, at, to);
  Store(s, to.out, to.second, next.second);
  TFLL_DSP_UNROLL
  for (int i = 0; i < Pair::kProducts; ++i) s.sum[i] = next.sum[i];
}

// The multiplication of sums `first` and `first + 1`.
template <typename Pair>
TFLL_DSP_INLINE void MultiplySums(Pair& s, int first) {
  TFLL_DSP_UNROLL
  for (int i = first; i < first + 2; ++i) {
    s.MultiplyLow(i);
    s.MultiplyHigh(i);
  }
}
// The rest of requantization, after MultiplySums, and the stores.
template <typename Pair>
TFLL_DSP_INLINE void Finish(Pair& s, const Output& to) {
  TFLL_DSP_UNROLL
  for (int i = 0; i < Pair::kProducts; ++i) {
    s.Compare(i);
    s.Round(i);
    s.Shift(i);
  }
  Vec* __restrict halves = to.halves;
  constexpr int kFirst = Pair::kFirst;
  s.half[0] = s.Saturate(kFirst);
  s.half[1] = s.Saturate(1 - kFirst);
  if (Pair::kPart == Part::kEven) {
    halves[kFirst] = s.half[0];
    halves[1 - kFirst] = s.half[1];
  }
  if (Pair::kPart == Part::kOdd) {
    s.half[0] = s.Bytes(s.half[0], halves[kFirst]);
  }
  Store(s, to.out, to.second, halves[1 - kFirst]);
}

template <typename Pair>
TFLL_DSP_INLINE Vec JoinAt(const uint8_t* const* at) {
  Vec first, second;
  const uint64_t p = Pair::Pointers(at);
  Pair::Load(p, 0, &first);
  Pair::Load(p, 1, &second);
  return Pair::Join(second, first);
}
template <typename Pair>
TFLL_DSP_INLINE void BeginRow(Pair& s, const RowPointers& at,
                              uint64_t (&p)[2]) {
  TFLL_DSP_UNROLL
  for (int fy = 0; fy < 3; ++fy) s.low[fy] = JoinAt<Pair>(at.row[fy]);
  p[0] = Pair::Pointers(at.row[0] + 2);
  p[1] = Pair::Pointers(at.row[0] + 4);
}
// Rows of an odd number of pixels: a turn computes the last pixel of a row and
// the first pixel of the next row together. This is one filter row of it; `end`
// points to the next columns of the first pixel's row, `begin` to the start of
// the second pixel's row.
template <int kRow, typename Pair>
TFLL_DSP_INLINE void StraddleRow(Pair& s, const uint8_t* const* end,
                                 const uint8_t* const* begin,
                                 typename Pair::Next* n) {
  const Vec high = JoinAt<Pair>(end);
  n->quads[0] = Pair::Quads(high, s.low[kRow]);
  const Vec first = JoinAt<Pair>(begin);
  s.low[kRow] = JoinAt<Pair>(begin + 2);
  n->quads[1] = Pair::Quads(s.low[kRow], first);
  TFLL_DSP_UNROLL
  for (int i = 0; i < Pair::kProducts; ++i) {
    s.template Multiply<kRow>(i, n);
    if (kRow == 0) s.AddBias(i, n);
  }
}
// The turn for these two pixels.
template <typename Pair>
TFLL_DSP_INLINE void Straddle(Pair& s, const RowPointers& at,
                              const RowPointers& begin, int32_t step,
                              Output& to) {
  typename Pair::Next next;
  to.out += step;
  to.second += step;
  to.halves += 2;
  StraddleRow<0>(s, at.row[0] - 6, begin.row[0], &next);
  StraddleRow<1>(s, at.row[1] - 2, begin.row[1], &next);
  MultiplySums(s, 0);
  MultiplySums(s, 2);
  StraddleRow<2>(s, at.row[2] - 2, begin.row[2], &next);
  Finish(s, to);
  TFLL_DSP_UNROLL
  for (int i = 0; i < Pair::kProducts; ++i) s.sum[i] = next.sum[i];
}
template <typename Pair>
TFLL_DSP_INLINE void Turns(Pair& s, int32_t count, uint64_t (&p)[2],
                           RowPointers& at, int32_t step, Output& to) {
  TFLL_DSP_NO_UNROLL
  for (int32_t i = 0; i < count; ++i) Turn(s, p, at, step, to);
}

// Computes the rows [first, last) of the job. The pixels of successive rows are
// adjacent in the output. job.even is for these rows.
template <Part kPart, bool kSigned, Places kPlaces, bool kWide>
TFLL_DSP_NOINLINE void PixelRows(const DepthwiseRows& job, int32_t first,
                                 int32_t last) {
  using Pair = PixelPair<kPart, kSigned, kPlaces, kWide>;
  Pair pair(job);
  const int32_t pitch = job.pitch, pairs = job.width / 2, step = 2 * pitch;
  const bool odd = job.width % 2 != 0;
  uint8_t* out = job.out + first * job.width * pitch - step;
  Output to = {out, out + pitch, job.even - 2};
  RowPointers row;
  row.row[0] = job.columns + first * job.row_pitch;
  row.row[1] = row.row[0] + job.row_step;
  row.row[2] = row.row[1] + job.row_step;
  bool has_pixels = false;
  for (int32_t r = first; r < last; ++r) {
    uint64_t p[2];
    BeginRow(pair, row, p);
    RowPointers at = row.After(8, 4);
    int32_t left = pairs;
    if (!has_pixels) {
      // There is nothing to store in the first turn.
      Output nowhere = {job.nowhere, job.nowhere, to.halves};
      Turn(pair, p, at, 0, nowhere);
      to.halves += 2;
      has_pixels = true;
      --left;
    }
    Turns(pair, left, p, at, step, to);
    row = row.After(job.row_pitch, job.row_pitch);
    if (!odd) continue;
    if (r + 1 == last) {
      Turn(pair, p, at, step, to);
      break;
    }
    Straddle(pair, at, row, step, to);
    p[0] = Pair::Pointers(row.row[0] + 4);
    p[1] = Pair::Pointers(row.row[0] + 6);
    at = row.After(10, 6);
    Turns(pair, pairs, p, at, step, to);
    row = row.After(job.row_pitch, job.row_pitch);
    ++r;
  }
  MultiplySums(pair, 0);
  MultiplySums(pair, 2);
  to.out += step;
  const bool one = odd && (last - first) % 2 != 0 && Pair::kIsExact;
  to.second = one ? to.out : to.out + pitch;
  to.halves += 2;
  Finish(pair, to);
}

// Chunks of more than 64 channels: two passes over half_rows rows at a time.
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

// Reorders the words of 128 channels (four vectors) or of 64 channels (two
// vectors) from adjacent channels to the order of Part. `step` is the distance
// of the vectors.
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

#include "delegates/dsp/skel/kernels/hvx/depthwise_taps/depthwise_taps.h"
#include "delegates/dsp/skel/kernels/hvx/depthwise_tile.h"
#include "delegates/dsp/skel/kernels/hvx/strip.h"
#include "delegates/dsp/skel/kernels/hvx/words.h"

namespace tflite::dsp {
namespace {

// Vectors of a row of outputs.
struct TapsRow {
  const uint8_t* in;       // the first vector's first tap
  int32_t step;            // from vector to vector, of the input
  const int32_t* offsets;  // 4 of each quad
  int32_t quads, rest;     // whole quads, and taps that are left
  const Vec* filter;       // [quads][groups]
  DenseJob dense;          // `out` and `pitch` are the output's vectors
  int32_t count;
  int32_t row_bytes, out_step;  // of SharedRows
};

// `kPixels` vectors at once.
template <int kPixels, int G, bool kSigned>
struct TapsTile : DepthwiseSums<kPixels, G, kSigned, DenseStore::kAnywhere> {
  using Sums = DepthwiseSums<kPixels, G, kSigned, DenseStore::kAnywhere>;
  using Sums::Add;
  using Sums::dense;

  TFLL_DSP_INLINE void WholeQuad(const uint8_t* in, int32_t step,
                                 const int32_t* __restrict offsets,
                                 const Vec* __restrict filter) {
    TFLL_DSP_UNROLL
    for (int p = 0; p < kPixels; ++p, in += step) {
      const VecPair low = Q6_W_vshuff_VVR(LoadUnaligned(in + offsets[1]),
                                          LoadUnaligned(in + offsets[0]), -1);
      const VecPair high = Q6_W_vshuff_VVR(LoadUnaligned(in + offsets[3]),
                                           LoadUnaligned(in + offsets[2]), -1);
      Add(p, Quads<G>(low, high), filter);
    }
  }
  // The other taps of the quad have weights of 0.
  TFLL_DSP_INLINE void OneTap(const uint8_t* in, int32_t step, int32_t offset,
                              const Vec* __restrict filter) {
    TFLL_DSP_UNROLL
    for (int p = 0; p < kPixels; ++p, in += step) {
      const Vec x = LoadUnaligned(in + offset);
      const VecPair both = Q6_W_vshuff_VVR(x, x, -1);
      Add(p, Quads<G>(both, both), filter);
    }
  }

  // kQuads: the number of whole quads, followed by one tap; 0: any.
  template <int kQuads>
  TFLL_DSP_INLINE void Run(const TapsRow& row, const uint8_t* in) {
    Sums::Begin(row.dense);
    const Vec* __restrict filter = row.filter;
    const int32_t* __restrict offsets = row.offsets;
    if (kQuads > 0) {
      TFLL_DSP_UNROLL
      for (int q = 0; q < kQuads; ++q) {
        WholeQuad(in, row.step, offsets + 4 * q, filter + G * q);
      }
      OneTap(in, row.step, offsets[4 * kQuads], filter + G * kQuads);
    } else {
      TFLL_DSP_NO_UNROLL
      for (int32_t q = row.quads; q > 0; --q) {
        WholeQuad(in, row.step, offsets, filter);
        offsets += 4;
        filter += G;
      }
      if (row.rest == 1) OneTap(in, row.step, *offsets, filter);
    }
    dense.QuickFinishAll(row.dense, row.dense.out);
  }
};

template <int G, bool kSigned, int kQuads>
TFLL_DSP_NOINLINE void RunRow(const TapsRow& all) {
  // A local copy, which the compiler can keep in registers.
  TapsRow row = all;
  const uint8_t* in = row.in;
  int32_t left = row.count;
  TFLL_DSP_NO_UNROLL
  for (; left > 1; left -= 2) {
    TapsTile<2, G, kSigned> tile;
    tile.template Run<kQuads>(row, in);
    in += 2 * row.step;
    row.dense.out += 2 * row.dense.pitch;
  }
  if (left == 0) return;
  TapsTile<1, G, kSigned> tile;
  tile.template Run<kQuads>(row, in);
}

// A vector each of kRows adjacent output rows, by a filter of 3x3 or 5x5: they
// share the quads of an input row's first columns, and the pairs of 2 rows of
// the fifth column. `dense.pitch` is from row to row of the output.
template <int kFilter, int kRows, int G, bool kSigned, int kStride>
struct SharedRows : DepthwiseSums<kRows, G, kSigned, DenseStore::kAnywhere> {
  using Sums = DepthwiseSums<kRows, G, kSigned, DenseStore::kAnywhere>;
  using Sums::Add;
  using Sums::dense;
  static constexpr int kInRows = (kRows - 1) * kStride + kFilter;

  // If the filter has three columns, the weights of the fourth are 0.
  TFLL_DSP_INLINE void FirstColumns(const TapsRow& row, const uint8_t* in) {
    const int32_t* __restrict offsets = row.offsets;
    TFLL_DSP_UNROLL
    for (int r = 0; r < kInRows; ++r, in += row.row_bytes) {
      const Vec third = LoadUnaligned(in + offsets[2]);
      const VecPair low = Q6_W_vshuff_VVR(LoadUnaligned(in + offsets[1]),
                                          LoadUnaligned(in + offsets[0]), -1);
      const VecPair high = Q6_W_vshuff_VVR(
          kFilter > 3 ? LoadUnaligned(in + offsets[3]) : third, third, -1);
      const Quads<G> quads(low, high);
      TFLL_DSP_UNROLL
      for (int p = 0; p < kRows; ++p) {
        const int y = r - p * kStride;
        if (y >= 0 && y < kFilter) Add(p, quads, row.filter + G * y);
      }
    }
  }
  TFLL_DSP_INLINE void FifthColumn(const TapsRow& row, const uint8_t* in) {
    const Vec* __restrict filter = row.filter + G * kFilter;
    in += row.offsets[4 * kFilter];
    VecPair pairs[kInRows];  // of row r and the next one
    Vec last = LoadUnaligned(in);
    TFLL_DSP_UNROLL
    for (int r = 0; r < kInRows; ++r) {
      in += row.row_bytes;
      const Vec next = r + 1 < kInRows ? LoadUnaligned(in) : last;
      if (r % kStride == 0) pairs[r] = Q6_W_vshuff_VVR(next, last, -1);
      last = next;
      const int p = (r - 4) / kStride;
      if (r < 4 || (r - 4) % kStride != 0) continue;
      Add(p, Quads<G>(pairs[r - 4], pairs[r - 2]), filter);
      // The other taps of the quad have weights of 0.
      Add(p, Quads<G>(pairs[r], pairs[r]), filter + G);
    }
  }
};

template <int kFilter, int G, bool kSigned, int kStride>
TFLL_DSP_NOINLINE void RunFourRows(const TapsRow& all) {
  // A local copy, which the compiler can keep in registers.
  TapsRow row = all;
  const uint8_t* in = row.in;
  TFLL_DSP_NO_UNROLL
  for (int32_t left = row.count; left > 0; --left) {
    SharedRows<kFilter, 4, G, kSigned, kStride> tile;
    tile.Begin(row.dense);
    tile.FirstColumns(row, in);
    if (kFilter == 5) tile.FifthColumn(row, in);
    tile.dense.QuickFinishAll(row.dense, row.dense.out);
    in += row.step;
    row.dense.out += row.out_step;
  }
}

using RowFunction = void (*)(const TapsRow&);
template <bool kSigned, int kStride>
RowFunction FiveByFiveFor(int32_t groups) {
  static constexpr RowFunction kFunctions[] = {
      RunFourRows<5, 1, kSigned, kStride>, RunFourRows<5, 2, kSigned, kStride>,
      RunFourRows<5, 3, kSigned, kStride>, RunFourRows<5, 4, kSigned, kStride>};
  return kFunctions[groups - 1];
}
template <bool kSigned>
RowFunction FourRowsFunctionFor(int32_t groups, const Window& w) {
  if (w.filter_height == 3) return RunFourRows<3, 4, kSigned, 1>;
  return w.stride_height == 1 ? FiveByFiveFor<kSigned, 1>(groups)
                              : FiveByFiveFor<kSigned, 2>(groups);
}

template <bool kSigned>
RowFunction RowFunctionFor(int32_t groups, const DepthwiseTapsPlan& plan) {
  static constexpr RowFunction kAny[] = {
      RunRow<1, kSigned, 0>, RunRow<2, kSigned, 0>, RunRow<3, kSigned, 0>,
      RunRow<4, kSigned, 0>};
  static constexpr RowFunction kNine[] = {
      RunRow<1, kSigned, 2>, RunRow<2, kSigned, 2>, RunRow<3, kSigned, 2>,
      RunRow<4, kSigned, 2>};
  return (plan.taps == 9 && !plan.shares_rows ? kNine : kAny)[groups - 1];
}

// `count` pixels of up to 64 bytes, `step` bytes apart, to adjacent places.
TFLL_DSP_NOINLINE void GatherPixels(const uint8_t* __restrict from,
                                    int32_t step, int32_t count, int32_t bytes,
                                    uint8_t* __restrict to) {
  for (int32_t i = 0; i < count; ++i, from += step, to += bytes) {
    StoreUnaligned(to, LoadUnaligned(from));
  }
}

// Writes `words` words `times` times, one after the other; up to 31 words more
// are written.
void RepeatWords(const Vec* from, int32_t words, int32_t times, int32_t* to) {
  for (int32_t i = 0; i < times; ++i, to += words) {
    for (int32_t w = 0; w < words; w += kVectorWords) {
      StoreUnaligned(to + w, from[w / kVectorWords]);
    }
  }
}

class DepthwiseTaps {
 public:
  DepthwiseTaps(const DepthwiseConv2dParams& p, const DepthwiseTapsPlan& plan,
                const Memory& memory, uint8_t* scratch)
      : p_(p), w_(p.window), plan_(plan), memory_(memory) {
    const DepthwiseTapsTables sizes = PlaceDepthwiseTaps(plan);
    uint8_t* at = scratch;
    finish_ = reinterpret_cast<FinishGroup*>(at);
    planes_ = reinterpret_cast<Vec*>(at += sizes.finish);
    filter_ = reinterpret_cast<Vec*>(at += sizes.planes);
    offsets_ = reinterpret_cast<int32_t*>(at += sizes.filter);
    spill_ = reinterpret_cast<Vec*>(at += sizes.offsets);
    copy_ = at + sizes.spill + kVectorBytes;
  }

  bool Prepare() {
    if (!PrepareFinishes()) return false;
    return PackFilter();
  }

  void Run() {
    PlaceOffsets();
    row_.offsets = offsets_;
    row_.quads = plan_.taps / kTaps;
    row_.rest = plan_.taps % kTaps;
    if (row_.rest > 1 || (plan_.shares_rows && w_.filter_width < kTaps)) {
      ++row_.quads;
      row_.rest = 0;
    }
    row_.step = plan_.joined * plan_.pixel_step;
    row_.dense = {};
    row_.dense.low = SplatByte(p_.finish.min);
    row_.dense.high = SplatByte(p_.finish.max);
    uint8_t* out = memory_.At<uint8_t>(p_.output);
    end_ = out + RoundUp(static_cast<int32_t>(p_.output.bytes), kVectorBytes);
    const uint8_t* image = memory_.At<const uint8_t>(p_.input);
    for (int32_t b = 0; b < w_.batch; ++b) {
      for (int32_t y = 0; y < w_.out_height; y += plan_.strip.out_rows) {
        const int32_t left = w_.out_height - y;
        const int32_t rows =
            left < plan_.strip.out_rows ? left : plan_.strip.out_rows;
        const uint8_t* strip =
            image + y * w_.stride_height * plan_.strip.row_bytes;
        if (plan_.strip.copy) {
          CopyRows(image, y);
          strip = copy_ + (plan_.phases > 1 ? 0
                                            : plan_.strip.left -
                                                  w_.pad_left * w_.in_channels);
        }
        RunStrip(strip, rows, out);
        out += rows * w_.out_width * w_.out_channels;
      }
      image += w_.in_height * w_.in_width * w_.in_channels;
    }
  }

 private:
  int32_t Groups(int32_t chunk) const {
    const int32_t lanes = plan_.joined * w_.out_channels - chunk * kVectorBytes;
    return lanes < kVectorBytes ? (lanes + kLanes - 1) / kLanes : 4;
  }

  bool PrepareFinishes() {
    const Vec* planes = memory_.At<const Vec>(p_.finish.planes);
    if (plan_.joined == 1) {
      return PreparePlanes(planes, p_.finish.pitch / kVectorWords,
                           p_.finish.channels / kVectorWords,
                           p_.finish.zero_point, finish_);
    }
    constexpr int32_t kPitch = 5;
    for (int32_t i = 0; i < 3 * kPitch; ++i) planes_[i] = Zero();
    for (int32_t i = 0; i < 3; ++i) {
      RepeatWords(planes + i * p_.finish.pitch / kVectorWords, w_.out_channels,
                  plan_.joined,
                  reinterpret_cast<int32_t*>(planes_ + kPitch * i));
    }
    return PreparePlanes(planes_, kPitch, Groups(0), p_.finish.zero_point,
                         finish_);
  }

  // Writes filter_ as [chunks][quads][groups]. Returns false if a weight minus
  // its zero point is no INT8.
  bool PackFilter() {
    const int32_t row_quads = (w_.filter_width + kTaps - 1) / kTaps;
    const int32_t block = w_.filter_height * row_quads;
    const int32_t blocks = (w_.out_channels + kLanes - 1) / kLanes;
    const Vec* weights = memory_.At<const Vec>(p_.weights);
    const Vec zero = SplatByte(p_.weights_zero_point);
    Vec beyond = Zero();
    for (int32_t i = 0; i < blocks * block; ++i) {
      const Vec w = weights[i];
      beyond = Q6_V_vor_VV(beyond, Q6_V_vxor_VV(Q6_Vb_vsub_VbVb_sat(w, zero),
                                                Q6_Vb_vsub_VbVb(w, zero)));
    }
    if (IsAnySet(beyond)) return false;
    const Vec byte = SplatWord(0xff);
    Vec* out = filter_;
    for (int32_t c = 0; c < blocks; c += 4) {
      const int32_t some = blocks - c < 4 ? blocks - c : 4;
      int32_t fy = 0, fx = 0;
      for (int32_t q = 0; q < plan_.quads; ++q) {
        Vec words[4] = {Zero(), Zero(), Zero(), Zero()};
        for (int32_t j = 0; j < kTaps && fy < w_.filter_height; ++j) {
          const Vec* from = weights + c * block + fy * row_quads + fx / kTaps;
          for (int32_t g = 0; g < some; ++g, from += block) {
            const Vec w = Q6_V_vand_VV(
                Q6_Vuw_vlsr_VuwR(Q6_Vb_vsub_VbVb(*from, zero), fx % kTaps * 8),
                byte);
            words[g] = Q6_V_vor_VV(words[g], Q6_Vw_vasl_VwR(w, j * 8));
          }
          if (NextTap(&fy, &fx)) break;
        }
        if (plan_.joined > 1) {
          RepeatWords(words, w_.out_channels, plan_.joined,
                      reinterpret_cast<int32_t*>(out));
          out += Groups(0);
          continue;
        }
        for (int32_t g = 0; g < some; ++g) *out++ = words[g];
      }
    }
    return true;
  }

  // Taps are in the order of the filter's rows; if output rows share quads, a
  // row begins a quad, and the fifth column is the last. Returns true if the
  // next tap begins a quad.
  bool NextTap(int32_t* fy, int32_t* fx) const {
    if (plan_.shares_rows && *fx == kTaps) {
      ++*fy;
      return false;
    }
    const bool has_fifth = plan_.shares_rows && w_.filter_width > kTaps;
    if (++*fx < (has_fifth ? kTaps : w_.filter_width)) return false;
    *fx = 0;
    ++*fy;
    if (has_fifth && *fy == w_.filter_height) {
      *fx = kTaps;
      *fy = 0;
    }
    return plan_.shares_rows;
  }

  void PlaceOffsets() {
    int32_t columns[kMostTaps];
    int32_t phase = 0, column = 0;
    for (int32_t fx = 0; fx < w_.filter_width; ++fx) {
      columns[fx] = phase * plan_.phase_bytes + column * w_.in_channels;
      // Without phases, columns are counted alone.
      if (plan_.phases == 1) {
        column += w_.dilation_width;
        continue;
      }
      phase += w_.dilation_width;
      for (; phase >= plan_.phases; phase -= plan_.phases) ++column;
    }
    int32_t* to = offsets_;
    int32_t fy = 0, fx = 0;
    for (int32_t q = 0; q < plan_.quads; ++q, to += kTaps) {
      to[0] = to[1] = to[2] = to[3] = 0;
      for (int32_t j = 0; j < kTaps && fy < w_.filter_height; ++j) {
        to[j] = fy * w_.dilation_height * plan_.strip.row_bytes + columns[fx];
        if (NextTap(&fy, &fx)) break;
      }
    }
  }

  void CopyRows(const uint8_t* image, int32_t out_y) {
    if (plan_.phases == 1) {
      CopyStrip(plan_.strip, w_, image, out_y, p_.input_zero_point, copy_);
      return;
    }
    const Vec zero = SplatByte(p_.input_zero_point);
    const int32_t first = out_y * w_.stride_height - w_.pad_top;
    uint8_t* row = copy_;
    for (int32_t r = 0; r < plan_.strip.in_rows; ++r) {
      const int32_t y = first + r;
      uint8_t* to = row;
      row += plan_.strip.row_bytes;
      if (y < 0 || y >= w_.in_height) {
        for (; to < row; to += kVectorBytes) *reinterpret_cast<Vec*>(to) = zero;
        continue;
      }
      CopyPhases(image + y * w_.in_width * w_.in_channels, zero, to);
    }
  }

  // A row. What stores write behind their bytes is overwritten afterwards, or
  // lies behind the row.
  void CopyPhases(const uint8_t* in, Vec zero, uint8_t* to) {
    const int32_t channels = w_.in_channels;
    const int32_t step = plan_.phases * channels;
    for (int32_t f = 0; f < plan_.phases; ++f, to += plan_.phase_bytes) {
      uint8_t* out = to;
      int32_t x = f - w_.pad_left;
      for (; x < 0; x += plan_.phases, out += channels) {
        StoreUnaligned(out, zero);
      }
      if (x < w_.in_width) {
        const int32_t count = Quotient(w_.in_width - 1 - x, plan_.phases) + 1;
        GatherPixels(in + x * channels, step, count, channels, out);
        out += count * channels;
      }
      for (; out < to + plan_.phase_bytes; out += kVectorBytes) {
        StoreUnaligned(out, zero);
      }
    }
  }

  void RunStrip(const uint8_t* strip, int32_t rows, uint8_t* out) {
    const int32_t chunks = plan_.joined > 1 ? 1 : plan_.chunks;
    const int32_t in_step = w_.stride_height * plan_.strip.row_bytes;
    const int32_t out_step = w_.out_width * w_.out_channels;
    for (int32_t n = 0; n < chunks; ++n) {
      // The last, partly filled chunk first: what it writes behind its channels
      // is the next pixel's, written afterwards.
      const int32_t c = n == 0 ? chunks - 1 : n - 1;
      const int32_t groups = Groups(c);
      row_.filter = filter_ + c * 4 * plan_.quads;
      row_.dense.finish = finish_ + c * 4;
      const int32_t left = w_.out_channels - c * kVectorBytes;
      const int32_t width = left < kVectorBytes ? left : kVectorBytes;
      const uint8_t* in = strip + c * kVectorBytes;
      uint8_t* to = out + c * kVectorBytes;
      const int32_t alone = plan_.shares_rows ? AloneRows(rows) : rows;
      const int32_t shared = rows - alone;
      if (shared > 0) {
        const RowFunction run = p_.is_signed != 0
                                    ? FourRowsFunctionFor<true>(groups, w_)
                                    : FourRowsFunctionFor<false>(groups, w_);
        for (int32_t r = 0; r < shared; r += kSharingRows) {
          if (r > shared - kSharingRows) r = shared - kSharingRows;
          RunFourOutputRows(run, in + r * in_step, width, c * kVectorBytes,
                            to + r * out_step);
        }
        in += shared * in_step;
        to += shared * out_step;
      }
      const RowFunction run = p_.is_signed != 0
                                  ? RowFunctionFor<true>(groups, plan_)
                                  : RowFunctionFor<false>(groups, plan_);
      for (int32_t r = 0; r < alone; ++r, in += in_step, to += out_step) {
        RunOutputRow(run, in, width, to);
      }
    }
  }

  // A chunk of `width` channels of a row. Stores end before end_.
  void RunOutputRow(RowFunction run, const uint8_t* in, int32_t width,
                    uint8_t* out) {
    const int32_t pitch = plan_.joined * w_.out_channels;
    row_.in = in;
    row_.dense.out = out;
    row_.dense.pitch = pitch;
    row_.count = 0;
    int32_t pixels = w_.out_width;
    for (; pixels > 0 && out + kVectorBytes <= end_; out += pitch) {
      ++row_.count;
      pixels -= plan_.joined;
    }
    if (row_.count > 0) run(row_);
    row_.in += row_.count * row_.step;
    row_.count = 1;
    row_.dense.out = reinterpret_cast<uint8_t*>(spill_);
    for (; pixels > 0; pixels -= plan_.joined, out += pitch) {
      run(row_);
      const int32_t some = pixels < plan_.joined ? pixels : plan_.joined;
      StoreFirst(out, *spill_, plan_.joined > 1 ? some * width : width);
      row_.in += row_.step;
    }
  }

  // The same of four rows; `from` is the chunk's offset. Only vectors that end
  // before the end of a row are stored whole, as the next row is stored before.
  void RunFourOutputRows(RowFunction run, const uint8_t* in, int32_t width,
                         int32_t from, uint8_t* out) {
    const int32_t row_bytes = w_.out_width * w_.out_channels;
    row_.in = in;
    row_.row_bytes = plan_.strip.row_bytes;
    row_.out_step = plan_.joined * w_.out_channels;
    row_.dense.out = out;
    row_.dense.pitch = row_bytes;
    row_.count = 0;
    int32_t pixels = w_.out_width;
    for (; pixels > 0 && from + kVectorBytes <= row_bytes;
         from += row_.out_step) {
      ++row_.count;
      pixels -= plan_.joined;
    }
    if (row_.count > 0) run(row_);
    row_.in += row_.count * row_.step;
    out += row_.count * row_.out_step;
    row_.count = 1;
    row_.dense.out = reinterpret_cast<uint8_t*>(spill_);
    row_.dense.pitch = kVectorBytes;
    for (; pixels > 0; pixels -= plan_.joined, out += row_.out_step) {
      run(row_);
      const int32_t some = pixels < plan_.joined ? pixels : plan_.joined;
      for (int r = 0; r < kSharingRows; ++r) {
        StoreFirst(out + r * row_bytes, spill_[r],
                   plan_.joined > 1 ? some * width : width);
      }
      row_.in += row_.step;
    }
  }

  const DepthwiseConv2dParams& p_;
  const Window& w_;
  const DepthwiseTapsPlan& plan_;
  const Memory& memory_;
  FinishGroup* finish_;
  Vec* planes_;
  Vec* filter_;
  int32_t* offsets_;
  Vec* spill_;
  uint8_t* copy_;
  uint8_t* end_;
  TapsRow row_;
};

}  // namespace

bool DepthwiseTapsConv2d(const DepthwiseConv2dParams& p,
                         const DepthwiseTapsPlan& plan, const Memory& memory,
                         uint8_t* scratch) {
  DepthwiseTaps taps(p, plan, memory, scratch);
  if (!taps.Prepare()) return false;
  taps.Run();
  return true;
}

}  // namespace tflite::dsp

#include "delegates/dsp/skel/kernels/depthwise_conv_2d.h"
#include "delegates/dsp/skel/kernels/hvx/depthwise.h"
#include "delegates/dsp/skel/kernels/hvx/depthwise_taps/depthwise_taps.h"
#include "delegates/dsp/skel/kernels/hvx/scratch.h"

namespace tflite::dsp {
namespace {

// Each byte `times` times, a power of two; whole vectors are written, and up to
// 127 bytes more.
void RepeatBytes(const uint8_t* in, int32_t bytes, int32_t times,
                 uint8_t* out) {
  const uint8_t* from = in;
  for (; times > 1; times /= 2, bytes *= 2, from = out) {
    // The last ones first: they may lie in the same place.
    for (int32_t i = (bytes - 1) / kVectorBytes; i >= 0; --i) {
      const Vec v = LoadUnaligned(from + i * kVectorBytes);
      const VecPair twice = Q6_W_vshuff_VVR(v, v, -1);
      Vec* to = reinterpret_cast<Vec*>(out) + 2 * i;
      to[0] = Q6_V_lo_W(twice);
      to[1] = Q6_V_hi_W(twice);
    }
  }
}

class Depthwise {
 public:
  // `window`: with the output's channels in the input, too.
  Depthwise(const DepthwiseConv2dParams& p, const Window& window,
            const DepthwiseScratch& prepared, const Memory& memory,
            const Scratch& scratch)
      : p_(p), w_(window), memory_(memory), plan_(prepared.plan) {
    const DepthwiseTables& sizes = prepared.tables;
    uint8_t* at = scratch.data;
    finish_ = reinterpret_cast<FinishGroup*>(at);
    filter_ = reinterpret_cast<Vec*>(at += sizes.finish);
    zero_ = at += sizes.filter;
    columns_ = reinterpret_cast<const uint8_t**>(at += sizes.zero);
    spill_ = reinterpret_cast<Vec*>(at += sizes.columns);
    quads_ = reinterpret_cast<Vec*>(at += sizes.spill);
    // Reading blocks ahead stays in between.
    at += sizes.quads + 4 * kVectorBytes;
    sums_ = reinterpret_cast<Vec*>(at);
    even_ = reinterpret_cast<Vec*>(at += sizes.sums);
    image_ = at + sizes.halves + 2 * kVectorBytes;
  }

  void Run() {
    chunk_.plan = &plan_;
    chunk_.window = &w_;
    chunk_.columns = columns_;
    chunk_.quick = PrepareFinish(p_.finish, memory_, finish_);
    chunk_.is_signed = p_.is_signed != 0;
    const bool three = chunk_.quick && (plan_.stored || plan_.HasPixels(w_));
    chunk_.wide = PrepareFilter(plan_, w_, memory_.At<const Vec>(p_.weights),
                                p_.weights_zero_point,
                                three && !chunk_.is_signed, filter_);
    chunk_.weights_zero_point = p_.weights_zero_point;
    stored_ = plan_.stored && three && !(chunk_.wide && chunk_.is_signed);
    const bool by_pixel =
        plan_.HasPixels(w_) && three && !(chunk_.wide && chunk_.is_signed);
    chunk_.zero_point = p_.finish.zero_point;
    chunk_.min = p_.finish.min;
    chunk_.max = p_.finish.max;
    chunk_.spill = spill_;
    chunk_.even = even_;
    StartDepthwiseDirect(chunk_, by_pixel, &direct_);
    if (by_pixel) {
      for (int32_t c = 0; c < plan_.chunks; ++c) {
        DealGroups(Groups(c), filter_ + c * plan_.ChunkVectors(w_),
                   finish_ + c * 4);
      }
    }
    for (int32_t c = 0; c <= plan_.chunks; ++c) {
      reinterpret_cast<Vec*>(zero_)[c] = SplatByte(p_.input_zero_point);
    }
    uint8_t* out = memory_.At<uint8_t>(p_.output);
    chunk_.end =
        out + RoundUp(static_cast<int32_t>(p_.output.bytes), kVectorBytes);
    const uint8_t* in = memory_.At<const uint8_t>(p_.input);
    const int32_t in_bytes = w_.in_height * w_.in_width * p_.window.in_channels;
    for (int32_t b = 0; b < w_.batch; ++b, in += in_bytes) {
      const uint8_t* image = in;
      if (p_.multiplier > 1) {
        RepeatBytes(in, in_bytes, p_.multiplier, image_);
        image = image_;
      }
      for (int32_t y = 0; y < w_.out_height; y += plan_.out_rows) {
        const int32_t left = w_.out_height - y;
        Strip(image, y, left < plan_.out_rows ? left : plan_.out_rows,
              out + y * w_.out_width * w_.out_channels);
      }
      out += w_.out_height * w_.out_width * w_.out_channels;
    }
  }

 private:
  int32_t Groups(int32_t chunk) const {
    return plan_.groups - chunk * 4 < 4 ? plan_.groups - chunk * 4 : 4;
  }
  void Strip(const uint8_t* image, int32_t y, int32_t rows, uint8_t* out) {
    // The last, partly filled chunk first: what it writes behind its channels
    // is the next pixel's, written afterwards.
    int32_t at = (plan_.chunks - 1) * kVectorBytes;
    PlaceColumns({&plan_, &w_, image + at, zero_ + at, y}, columns_);
    for (int32_t n = 0; n < plan_.chunks; ++n) {
      const int32_t c = n == 0 ? plan_.chunks - 1 : n - 1;
      const int32_t channel = c * kVectorBytes;
      const int32_t left = w_.out_channels - channel;
      MoveColumns(plan_, channel - at, columns_);
      at = channel;
      chunk_.groups = Groups(c);
      chunk_.width = left < kVectorBytes ? left : kVectorBytes;
      chunk_.filter = filter_ + c * plan_.ChunkVectors(w_);
      chunk_.finish = finish_ + c * 4;
      chunk_.rows = rows;
      chunk_.out = out + channel;
      if (stored_) {
        Stored();
      } else {
        DepthwiseDirect(chunk_, &direct_);
      }
    }
  }

  // A chunk by way of quads in memory.
  void Stored() {
    MakeQuads(plan_, w_, columns_, chunk_.rows, chunk_.groups, quads_);
    const int32_t blocks = chunk_.rows * plan_.blocks;
    SumQuads({&plan_, quads_, chunk_.filter, chunk_.finish, chunk_.groups,
              chunk_.is_signed, chunk_.wide, -chunk_.weights_zero_point,
              chunk_.min, chunk_.max, w_.dilation_height, chunk_.rows, sums_});
    MergeGroups({sums_, blocks, chunk_.rows, w_.out_width, w_.out_channels,
                 chunk_.width, chunk_.out, chunk_.end});
  }

  const DepthwiseConv2dParams& p_;
  const Window& w_;
  const Memory& memory_;
  const DepthwisePlan& plan_;
  FinishGroup* finish_;
  Vec* filter_;
  uint8_t* zero_;
  const uint8_t** columns_;
  Vec* spill_;
  Vec* quads_;
  Vec* sums_;
  Vec* even_;
  uint8_t* image_;
  bool stored_;
  DepthwiseChunk chunk_;
  DepthwiseDirectRun direct_;
};

}  // namespace

void DepthwiseConv2dHvx(const DepthwiseConv2dParams& p, const Memory& memory,
                        const Scratch& scratch) {
  const DepthwiseScratch prepared = PlanDepthwiseScratch(p);
  if (prepared.bytes == 0) {
    DepthwiseConv2dScalar(p, memory, scratch);
    return;
  }
  if (prepared.has_taps &&
      DepthwiseTapsConv2d(p, prepared.taps, memory, scratch.data)) {
    return;
  }
  if (p.multiplier == 1) {
    Depthwise(p, p.window, prepared, memory, scratch).Run();
    return;
  }
  Window window = p.window;
  window.in_channels = window.out_channels;
  Depthwise(p, window, prepared, memory, scratch).Run();
}

}  // namespace tflite::dsp

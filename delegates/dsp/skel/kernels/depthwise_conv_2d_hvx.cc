#include "delegates/dsp/skel/kernels/depthwise_conv_2d.h"

#include "delegates/dsp/skel/kernels/hvx/depthwise.h"

namespace tflite::dsp {
namespace {

// One run of the kernel: `ring` rows of the input as quads, refilled as the
// window moves down.
class Depthwise {
 public:
  Depthwise(const DepthwiseConv2dParams& p, const Memory& memory,
            const Scratch& scratch)
      : p_(p), w_(p.window), memory_(memory), plan_(PlanDepthwise(p.window)) {
    const DepthwiseTables sizes = PlaceDepthwise(p);
    uint8_t* at = scratch.data;
    finish_ = reinterpret_cast<FinishGroup*>(at);
    filter_ = reinterpret_cast<Vec*>(at += sizes.finish);
    rows_ = reinterpret_cast<const Vec**>(at += sizes.filter);
    zero_ = at += sizes.taps;
    ring_ = at += sizes.zero;
    sums_ = reinterpret_cast<Vec*>(at + sizes.rows);
  }

  void Run() {
    row_.plan = &plan_;
    row_.rows = rows_;
    row_.filter_height = w_.filter_height;
    row_.filter = filter_;
    row_.finish = finish_;
    row_.quick = PrepareFinish(p_.finish, memory_, finish_);
    row_.wide = PrepareFilter(plan_, w_, memory_.At<const Vec>(p_.weights),
                              p_.weights_zero_point, filter_);
    row_.is_signed = p_.is_signed != 0;
    row_.zero_point = p_.finish.zero_point;
    row_.min = p_.finish.min;
    row_.max = p_.finish.max;
    row_.out = sums_;
    *reinterpret_cast<Vec*>(zero_) = SplatByte(p_.input_zero_point);
    uint8_t* out = memory_.At<uint8_t>(p_.output);
    end_ = out + RoundUp(static_cast<int32_t>(p_.output.bytes), kVectorBytes);
    const uint8_t* image = memory_.At<const uint8_t>(p_.input);
    for (int32_t b = 0; b < w_.batch; ++b) {
      Image(image, out);
      image += w_.in_height * w_.in_width * w_.in_channels;
      out += w_.out_height * w_.out_width * w_.out_channels;
    }
  }

 private:
  void Image(const uint8_t* image, uint8_t* out) {
    // Rows of the padded input, from its first one, that are in the ring.
    int32_t made = 0;
    for (int32_t y = 0; y < w_.out_height; ++y) {
      const int32_t first = y * w_.stride_height;
      if (made < first) made = first;
      for (; made < first + plan_.ring; ++made) MakeRow(image, made);
      for (int32_t fy = 0; fy < w_.filter_height; ++fy) {
        rows_[fy] = Slot(first + fy * w_.dilation_height);
      }
      SumQuads(row_);
      MergeGroups(plan_, sums_, w_.out_width, w_.out_channels, out, end_);
      out += w_.out_width * w_.out_channels;
    }
  }

  Vec* Slot(int32_t row) const {
    return reinterpret_cast<Vec*>(ring_ + row % plan_.ring * plan_.RowBytes());
  }

  void MakeRow(const uint8_t* image, int32_t row) {
    const int32_t y = row - w_.pad_top;
    const bool inside = y >= 0 && y < w_.in_height;
    MakeQuads(plan_, w_,
              inside ? image + y * w_.in_width * w_.in_channels : nullptr,
              zero_, Slot(row));
  }

  const DepthwiseConv2dParams& p_;
  const Window& w_;
  const Memory& memory_;
  const DepthwisePlan plan_;
  FinishGroup* finish_;
  Vec* filter_;
  const Vec** rows_;
  uint8_t* zero_;
  uint8_t* ring_;
  Vec* sums_;
  uint8_t* end_ = nullptr;
  DepthwiseRow row_;
};

}  // namespace

void DepthwiseConv2dHvx(const DepthwiseConv2dParams& p, const Memory& memory,
                        const Scratch& scratch) {
  if (p.multiplier != 1) {
    DepthwiseConv2dScalar(p, memory, scratch);
    return;
  }
  Depthwise(p, memory, scratch).Run();
}

}  // namespace tflite::dsp

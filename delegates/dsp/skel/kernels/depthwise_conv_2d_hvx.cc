#include "delegates/dsp/skel/kernels/depthwise_conv_2d.h"
#include "delegates/dsp/skel/kernels/hvx/depthwise.h"
#include "delegates/dsp/skel/kernels/hvx/scratch.h"

namespace tflite::dsp {
namespace {

class Depthwise {
 public:
  Depthwise(const DepthwiseConv2dParams& p, const DepthwiseScratch& prepared,
            const Memory& memory, const Scratch& scratch)
      : p_(p), w_(p.window), memory_(memory), plan_(prepared.plan) {
    const DepthwiseTables& sizes = prepared.tables;
    uint8_t* at = scratch.data;
    finish_ = reinterpret_cast<FinishGroup*>(at);
    filter_ = reinterpret_cast<Vec*>(at += sizes.finish);
    zero_ = at += sizes.filter;
    columns_ = reinterpret_cast<const uint8_t**>(at += sizes.zero);
    quads_ = reinterpret_cast<Vec*>(at += sizes.columns);
    // Reading one block ahead stays in between.
    sums_ = reinterpret_cast<Vec*>(at + sizes.quads + 4 * kVectorBytes);
  }

  void Run() {
    group_.plan = &plan_;
    group_.window = &w_;
    group_.quick = PrepareFinish(p_.finish, memory_, finish_);
    group_.wide = PrepareFilter(plan_, w_, memory_.At<const Vec>(p_.weights),
                                p_.weights_zero_point, filter_);
    group_.is_signed = p_.is_signed != 0;
    group_.zero_point = p_.finish.zero_point;
    group_.min = p_.finish.min;
    group_.max = p_.finish.max;
    for (int32_t c = 0; c <= plan_.chunks; ++c) {
      reinterpret_cast<Vec*>(zero_)[c] = SplatByte(p_.input_zero_point);
    }
    uint8_t* out = memory_.At<uint8_t>(p_.output);
    end_ = out + RoundUp(static_cast<int32_t>(p_.output.bytes), kVectorBytes);
    const uint8_t* image = memory_.At<const uint8_t>(p_.input);
    for (int32_t b = 0; b < w_.batch; ++b) {
      for (int32_t y = 0; y < w_.out_height; y += plan_.out_rows) {
        const int32_t left = w_.out_height - y;
        Strip(image, y, left < plan_.out_rows ? left : plan_.out_rows,
              out + y * w_.out_width * w_.out_channels);
      }
      image += w_.in_height * w_.in_width * w_.in_channels;
      out += w_.out_height * w_.out_width * w_.out_channels;
    }
  }

 private:
  void Strip(const uint8_t* image, int32_t y, int32_t rows, uint8_t* out) {
    PlaceColumns({&plan_, &w_, image, zero_, y}, columns_);
    // The last, partly filled chunk first: what it writes behind its channels
    // is the next pixel's, written afterwards.
    for (int32_t n = 0; n < plan_.chunks; ++n) {
      const int32_t c = n == 0 ? plan_.chunks - 1 : n - 1;
      const int32_t channel = c * kVectorBytes;
      const int32_t left = w_.out_channels - channel;
      const int32_t groups =
          plan_.groups - c * 4 < 4 ? plan_.groups - c * 4 : 4;
      MakeQuads(plan_, w_, columns_, rows, channel, groups, quads_);
      group_.rows = rows;
      const int32_t blocks = rows * plan_.blocks;
      for (int32_t g = 0; g < groups; ++g) {
        group_.quads = quads_ + g * plan_.GroupQuads();
        group_.filter = filter_ + (c * 4 + g) * plan_.FilterVectors(w_);
        group_.finish = finish_ + c * 4 + g;
        group_.out = sums_ + g * blocks;
        SumQuads(group_);
      }
      MergeGroups({sums_, blocks, rows, w_.out_width, w_.out_channels,
                   left < kVectorBytes ? left : kVectorBytes, out + channel,
                   end_});
    }
  }

  const DepthwiseConv2dParams& p_;
  const Window& w_;
  const Memory& memory_;
  const DepthwisePlan& plan_;
  FinishGroup* finish_;
  Vec* filter_;
  uint8_t* zero_;
  const uint8_t** columns_;
  Vec* quads_;
  Vec* sums_;
  uint8_t* end_ = nullptr;
  DepthwiseGroup group_;
};

}  // namespace

void DepthwiseConv2dHvx(const DepthwiseConv2dParams& p, const Memory& memory,
                        const Scratch& scratch) {
  const DepthwiseScratch prepared = PlanDepthwiseScratch(p);
  if (prepared.bytes == 0) {
    DepthwiseConv2dScalar(p, memory, scratch);
    return;
  }
  Depthwise(p, prepared, memory, scratch).Run();
}

}  // namespace tflite::dsp

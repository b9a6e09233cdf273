// The limits of steps: what is just allowed, and what is not.
#include "delegates/dsp/wire/check_steps.h"

#include <cstdint>
#include <cstring>
#include <functional>
#include <tuple>
#include <utility>
#include <vector>

#include "delegates/dsp/wire/pieces.h"
#include "gtest/gtest.h"

namespace tflite::dsp {
namespace {

constexpr int32_t kFar = 1 << 28;
constexpr uint32_t kMemoryBytes = 1 << 30;

// Only tables whose contents are checked are read; they come first.
class CheckSteps : public testing::Test {
 protected:
  Piece Take(uint32_t bytes) {
    const Piece piece = {at_, bytes};
    at_ += (bytes + 127) / 128 * 128 + 256;
    return piece;
  }
  template <typename T>
  T* At(const Piece& piece) {
    return reinterpret_cast<T*>(memory_.data() + piece.offset);
  }
  template <typename Params>
  Fault Check(const Params& p) {
    return CheckStep(p, {memory_.data(), kMemoryBytes, {0, 0}, {0, 0}});
  }

  // The pieces of `p` are as small as they may be.
  template <typename Params>
  void ExpectExactPieces(const Params& p) {
    EXPECT_EQ(Check(p), Fault::kNone);
    int count = 0;
    Params all = p;
    ForEachPiece(all, [&](Piece&) { ++count; });
    for (int i = 0; i < count; ++i) {
      const auto with = [&](const std::function<void(Piece&)>& change) {
        Params changed = p;
        int at = 0;
        ForEachPiece(changed, [&](Piece& piece) {
          if (at++ == i && piece.bytes != 0) change(piece);
        });
        return std::memcmp(&changed, &p, sizeof(p)) == 0 ? Fault::kBounds
                                                         : Check(changed);
      };
      EXPECT_EQ(with([](Piece& piece) { --piece.bytes; }), Fault::kBounds) << i;
      EXPECT_EQ(with([](Piece& piece) { piece.offset += 64; }), Fault::kBounds)
          << i;
      EXPECT_EQ(with([](Piece& piece) { piece.offset = kMemoryBytes - 128; }),
                Fault::kBounds)
          << i;
    }
  }

  // The field of `p` may have the values `least` to `most`, and no others.
  template <typename Params, typename Field>
  void ExpectRange(const Params& p, Field field, int32_t least, int32_t most) {
    Params changed = p;
    for (const int32_t value : {least, most}) {
      field(changed) = value;
      EXPECT_EQ(Check(changed), Fault::kNone) << value;
    }
    for (const int32_t value : {least - 1, most + 1}) {
      field(changed) = value;
      EXPECT_EQ(Check(changed), Fault::kParams) << value;
    }
  }
  // The field may only have its value.
  template <typename Params, typename Field>
  void ExpectOnly(const Params& p, Field field) {
    Params changed = p;
    const int32_t value = field(changed);
    ExpectRange(p, field, value, value);
  }
  template <typename Params, typename Field>
  void ExpectFlag(const Params& p, Field field) {
    ExpectRange(p, field, 0, 1);
  }
  template <typename Params, typename Field>
  void ExpectByte(const Params& p, Field field) {
    ExpectRange(p, field, -255, 255);
  }
  template <typename Params, typename Field>
  void ExpectFactor(const Params& p, Field field) {
    ExpectRange(p, field, -31, 30);
  }
  template <typename Params, typename Field>
  void ExpectRefused(const Params& p, Field field, int32_t value) {
    Params changed = p;
    field(changed) = value;
    EXPECT_EQ(Check(changed), Fault::kParams) << value;
  }

  // All limits of the window of a step.
  template <typename Params>
  void ExpectWindow(const Params& p) {
    const auto field = [](auto member) {
      return [member](Params& q) -> int32_t& { return q.window.*member; };
    };
    for (const auto member :
         {&Window::batch, &Window::in_height, &Window::in_width,
          &Window::out_height, &Window::out_width, &Window::out_channels,
          &Window::filter_height, &Window::filter_width}) {
      ExpectRefused(p, field(member), 0);
      ExpectRefused(p, field(member), -1);
    }
    ExpectRange(p, field(&Window::pad_top), 0, kFar - 1);
    ExpectRange(p, field(&Window::pad_left), 0, kFar - 1);
    // Times the output's extent of 3 or 2, the filter's of 3.
    ExpectRange(p, field(&Window::stride_height), 1, (kFar - 1) / 3);
    ExpectRange(p, field(&Window::stride_width), 1, (kFar - 1) / 2);
    ExpectRange(p, field(&Window::dilation_height), 1, (kFar - 1) / 3);
    ExpectRange(p, field(&Window::dilation_width), 1, (kFar - 1) / 3);
  }

  // What steps with weights have in common.
  template <typename Params>
  void ExpectSum(const Params& p) {
    ExpectExactPieces(p);
    ExpectFlag(p, [](Params& q) -> int32_t& { return q.is_signed; });
    ExpectByte(p, [](Params& q) -> int32_t& { return q.input_zero_point; });
    ExpectByte(p, [](Params& q) -> int32_t& { return q.weights_zero_point; });
    ExpectByte(p, [](Params& q) -> int32_t& { return q.finish.zero_point; });
    // From the bounds' other end, 100 or -100.
    ExpectRange(
        p, [](Params& q) -> int32_t& { return q.finish.min; }, -255, 100);
    ExpectRange(
        p, [](Params& q) -> int32_t& { return q.finish.max; }, -100, 255);
    ExpectOnly(p, [](Params& q) -> int32_t& { return q.finish.channels; });
    ExpectOnly(p, [](Params& q) -> int32_t& { return q.finish.pitch; });
  }

  Finish TakeFinish(int32_t channels) {
    return {Take(channels * 12), channels, channels, 3, -100, 100};
  }

  const Window window_ = {1, 5, 4, 3, 3, 2, 3, 3, 3, 1, 1, 1, 1, 0, 0};
  std::vector<uint8_t> memory_ = std::vector<uint8_t>(1 << 16);
  uint32_t at_ = 128;
};

TEST_F(CheckSteps, Conv2d) {
  const Conv2dParams p = {
      Take(60), Take(32 * 9 * 4), Take(18), TakeFinish(32), window_, 1, 1, -4,
      128};
  ExpectSum(p);
  ExpectWindow(p);
  ExpectRefused(
      p, [](auto& q) -> int32_t& { return q.groups; }, 0);
  ExpectRefused(
      p, [](auto& q) -> int32_t& { return q.groups; }, 2);
  Conv2dParams grouped = p;
  grouped.groups = 3;
  grouped.finish = TakeFinish(96);
  grouped.weights = Take(96 * 9 * 4);
  ExpectSum(grouped);
  // Only one of the channel counts divides into groups.
  grouped.groups = 2;
  grouped.window.in_channels = 4;
  EXPECT_EQ(Check(grouped), Fault::kParams);
  grouped.window.in_channels = 3;
  grouped.window.out_channels = 4;
  EXPECT_EQ(Check(grouped), Fault::kParams);
}

TEST_F(CheckSteps, DepthwiseConv2d) {
  const DepthwiseConv2dParams p = {
      Take(60), Take(32 * 3 * 4), Take(18), TakeFinish(32), window_, 1, 1, -4,
      0};
  ExpectSum(p);
  ExpectWindow(p);
  ExpectOnly(p, [](auto& q) -> int32_t& { return q.multiplier; });
}

TEST_F(CheckSteps, FullyConnected) {
  const FullyConnectedParams p = {
      Take(36), Take(32 * 12), Take(28), TakeFinish(32), 4, 9, 7, 1, 2, 128};
  ExpectSum(p);
  for (const auto member :
       {&FullyConnectedParams::rows, &FullyConnectedParams::depth,
        &FullyConnectedParams::units}) {
    ExpectRefused(
        p, [member](auto& q) -> int32_t& { return q.*member; }, 0);
  }
}

TEST_F(CheckSteps, TransposeConv) {
  const TransposeConvParams p = {
      Take(60), Take(32 * 9 * 4), Take(18), TakeFinish(32), window_, 0, 5, 128};
  ExpectSum(p);
  ExpectWindow(p);
}

// One element of everything.
TEST_F(CheckSteps, LeastWindows) {
  const Window w = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0};
  const Piece one = Take(1);
  ExpectExactPieces(
      Conv2dParams{one, Take(32 * 4), one, TakeFinish(32), w, 1, 1, 0, 0});
  ExpectExactPieces(DepthwiseConv2dParams{one, Take(32 * 4), one,
                                          TakeFinish(32), w, 1, 1, 0, 0});
  ExpectExactPieces(
      TransposeConvParams{one, Take(32 * 4), one, TakeFinish(32), w, 1, 0, 0});
  ExpectExactPieces(PoolParams{one, one, PoolForm::kMax, w, 1, 0, 0});
}

TEST_F(CheckSteps, Pool) {
  const PoolParams p = {Take(60), Take(18), PoolForm::kAverage, window_, 1,
                        -100,     100};
  ExpectExactPieces(p);
  ExpectWindow(p);
  ExpectFlag(p, [](auto& q) -> int32_t& { return q.is_signed; });
  ExpectRange(
      p, [](auto& q) -> int32_t& { return q.min; }, -255, 100);
  ExpectRange(
      p, [](auto& q) -> int32_t& { return q.max; }, -100, 255);
  ExpectRefused(
      p, [](auto& q) -> int32_t& { return q.window.in_channels; }, 2);
}

TEST_F(CheckSteps, Binary) {
  BinaryParams p = {};
  p.x = Take(45);
  p.y = Take(9);
  p.output = Take(45);
  p.rank = 2;
  p.extents[0] = 5;
  p.extents[1] = p.x_strides[0] = 9;
  p.x_strides[1] = p.y_strides[1] = 1;
  p.min = -100;
  p.max = 100;
  ExpectExactPieces(p);
  ExpectFlag(p, [](auto& q) -> int32_t& { return q.is_signed; });
  ExpectRange(
      p, [](auto& q) -> int32_t& { return q.shift; }, 0, 21);
  for (const auto member :
       {&BinaryParams::x_zero_point, &BinaryParams::y_zero_point,
        &BinaryParams::zero_point, &BinaryParams::min, &BinaryParams::max}) {
    ExpectByte(p, [member](auto& q) -> int32_t& { return q.*member; });
  }
  for (const auto member : {&BinaryParams::x_factor, &BinaryParams::y_factor,
                            &BinaryParams::factor}) {
    ExpectFactor(p,
                 [member](auto& q) -> int32_t& { return (q.*member).shift; });
  }
  ExpectRefused(
      p, [](auto& q) -> int32_t& { return q.rank; }, 0);
  ExpectRefused(
      p, [](auto& q) -> int32_t& { return q.rank; }, kMostDims + 1);
  ExpectRefused(
      p, [](auto& q) -> int32_t& { return q.extents[0]; }, 0);
  ExpectRefused(
      p, [](auto& q) -> int32_t& { return q.x_strides[0]; }, -1);
  ExpectRefused(
      p, [](auto& q) -> int32_t& { return q.y_strides[1]; }, -1);
  p.form = BinaryForm8::kTable;
  EXPECT_EQ(Check(p), Fault::kBounds);
  p.table = Take(65536);
  ExpectExactPieces(p);
}

TEST_F(CheckSteps, ElementsFit31Bits) {
  BinaryParams p = {};
  p.x = p.y = p.output = Take(1);
  p.rank = 2;
  p.extents[0] = 65536;
  p.extents[1] = 32767;
  EXPECT_EQ(Check(p), Fault::kBounds);
  p.extents[1] = 32768;
  EXPECT_EQ(Check(p), Fault::kParams);
  p.extents[0] = 1;
  p.extents[1] = INT32_MAX;
  EXPECT_EQ(Check(p), Fault::kBounds);
  p.rank = kMostDims;
  for (int32_t& extent : p.extents) extent = 1;
  EXPECT_EQ(Check(p), Fault::kNone);
}

TEST_F(CheckSteps, Map) {
  const MapParams p = {Take(77), Take(77), Take(256), 77};
  ExpectExactPieces(p);
  ExpectRefused(
      p, [](auto& q) -> int32_t& { return q.count; }, 0);
}

TEST_F(CheckSteps, Copy) {
  CopyParams p = {};
  p.input = Take(68);
  p.output = Take(50);
  p.element_bytes = 2;
  p.rank = 2;
  p.extents[0] = p.extents[1] = 4;
  p.in_offset = 30;
  p.in_strides[0] = -5;
  p.in_strides[1] = p.out_strides[1] = 1;
  p.out_strides[0] = 7;
  ExpectExactPieces(p);
  CopyParams changed = p;
  changed.in_offset = 15;
  EXPECT_EQ(Check(changed), Fault::kNone);
  ExpectRefused(
      p, [](auto& q) -> int32_t& { return q.in_offset; }, 14);
  ExpectRefused(
      p, [](auto& q) -> int32_t& { return q.out_offset; }, -1);
  ExpectRefused(
      p, [](auto& q) -> int32_t& { return q.rank; }, 0);
  for (const int32_t bytes : {0, 3, 5, 6, 7, 9, 16}) {
    ExpectRefused(
        p, [](auto& q) -> int32_t& { return q.element_bytes; }, bytes);
  }
  // The last element, 21 + 3 from the first, is below 2^31 - 1.
  changed = p;
  changed.out_offset = INT32_MAX - 25;
  EXPECT_EQ(Check(changed), Fault::kBounds);
  ExpectRefused(
      p, [](auto& q) -> int32_t& { return q.out_offset; }, INT32_MAX - 24);
  changed = p;
  changed.input = changed.output = Take(34 * 8);
  for (const int32_t bytes : {1, 2, 4, 8}) {
    changed.element_bytes = bytes;
    EXPECT_EQ(Check(changed), Fault::kNone) << bytes;
  }
}

TEST_F(CheckSteps, Fill) { ExpectExactPieces(FillParams{Take(1), 9}); }

TEST_F(CheckSteps, Take) {
  const Piece tables = Take(36);
  const TakeParams p = {Take(3 + 30 + 7), Take(60), tables, 3, 2, {4, 5}};
  const int32_t offsets[] = {10, 0, 30, 20, 1, 7, -4, 5, 6};
  std::memcpy(At<int32_t>(tables), offsets, sizeof(offsets));
  // The least is 0 - 4.
  EXPECT_EQ(Check(p), Fault::kBounds);
  At<int32_t>(tables)[6] = 0;
  ExpectExactPieces(p);
  // The least and the greatest offsets come first.
  At<int32_t>(tables)[0] = -1;
  At<int32_t>(tables)[1] = 10;
  EXPECT_EQ(Check(p), Fault::kBounds);
  At<int32_t>(tables)[0] = 31;
  EXPECT_EQ(Check(p), Fault::kBounds);
  At<int32_t>(tables)[0] = 10;
  for (const int32_t offset : {-1, 31, 0}) {
    At<int32_t>(tables)[1] = offset;
    EXPECT_EQ(Check(p), offset == 0 ? Fault::kNone : Fault::kBounds) << offset;
  }
  // A dimension's offsets end where the next one's begin.
  TakeParams wide = p;
  wide.input = Take(3 + 30 + 50);
  At<int32_t>(tables)[4] = 50;
  At<int32_t>(tables)[9] = 100;
  ExpectExactPieces(wide);
  At<int32_t>(tables)[4] = 1;
  ExpectRefused(
      p, [](auto& q) -> int32_t& { return q.inner; }, 0);
  ExpectRefused(
      p, [](auto& q) -> int32_t& { return q.rank; }, 0);
  // Tables and output must be 128 bytes apart at least.
  TakeParams near = p;
  near.tables.bytes = 128;
  near.output.offset = tables.offset + 256;
  EXPECT_EQ(Check(near), Fault::kNone);
  near.tables.bytes = 129;
  EXPECT_EQ(Check(near), Fault::kParams);
  near = p;
  near.output = {tables.offset, 128};
  near.tables.offset = tables.offset + 256;
  std::memcpy(At<int32_t>(near.tables), At<int32_t>(tables), 36);
  EXPECT_EQ(Check(near), Fault::kNone);
  near.output.bytes = 129;
  EXPECT_EQ(Check(near), Fault::kParams);
  ExpectExactPieces(TakeParams{Take(1), Take(1), Take(4), 1, 1, {1}});
}

TEST_F(CheckSteps, ResizeBilinear) {
  const Piece taps = Take(176);
  const ResizeBilinearParams p = {Take(24), Take(120), taps, 1, 2,
                                  3,        4,         5,    6, 1};
  At<Tap>(taps)[11].lower = -1;  // the first that is not read
  ExpectExactPieces(p);
  ResizeBilinearParams overlapping = p;
  overlapping.output = taps;
  EXPECT_EQ(Check(overlapping), Fault::kParams);
  ExpectFlag(p, [](auto& q) -> int32_t& { return q.is_signed; });
  ExpectRefused(
      p, [](auto& q) -> int32_t& { return q.batch; }, 0);
  // The taps of the first and last row and column, in 2 rows and 3 columns.
  for (const auto& [at, extent] :
       {std::pair(0, 2), std::pair(4, 2), std::pair(5, 3), std::pair(10, 3)}) {
    Tap& tap = At<Tap>(taps)[at];
    const auto expect = [&](auto member, auto value, Fault fault) {
      const Tap before = tap;
      tap.*member = value;
      EXPECT_EQ(Check(p), fault) << at << " " << value;
      tap = before;
    };
    for (const auto member : {&Tap::lower, &Tap::upper}) {
      expect(member, -1, Fault::kParams);
      expect(member, extent - 1, Fault::kNone);
      expect(member, extent, Fault::kParams);
    }
    expect(&Tap::fixed_upper, -1024, Fault::kNone);
    expect(&Tap::fixed_upper, 1024, Fault::kNone);
    expect(&Tap::fixed_upper, -1025, Fault::kParams);
    expect(&Tap::fixed_upper, 1025, Fault::kParams);
    expect(&Tap::weight, -1.0f, Fault::kNone);
    expect(&Tap::weight, 2.0f, Fault::kNone);
    expect(&Tap::weight, -1.01f, Fault::kParams);
    expect(&Tap::weight, 2.01f, Fault::kParams);
  }
}

TEST_F(CheckSteps, Reduce) {
  ReduceParams p = {};
  p.input = Take(64);
  p.output = Take(16);
  p.rank = 3;
  p.extents[0] = p.extents[1] = p.extents[2] = 4;
  p.reduced = 2;
  ExpectExactPieces(p);
  ExpectFlag(p, [](auto& q) -> int32_t& { return q.is_signed; });
  ExpectFactor(p, [](auto& q) -> int32_t& { return q.factor.shift; });
  ExpectRefused(
      p, [](auto& q) -> int32_t& { return q.rank; }, 0);
  for (const auto member :
       {&ReduceParams::input_zero_point, &ReduceParams::zero_point,
        &ReduceParams::min, &ReduceParams::max}) {
    ExpectByte(p, [member](auto& q) -> int32_t& { return q.*member; });
  }
  // The most elements of a sum.
  p.input = Take(1 << 23);
  p.rank = 1;
  p.reduced = 1;
  ExpectRange(
      p, [](auto& q) -> int32_t& { return q.extents[0]; }, 1, INT32_MAX / 512);
}

TEST_F(CheckSteps, Rows) {
  const SoftmaxParams softmax = {
      Take(100), Take(100), Take(256 * 256 * 4), 4, 25, 1, -128, 1.0f / 256};
  ExpectExactPieces(softmax);
  ExpectFlag(softmax, [](auto& q) -> int32_t& { return q.is_signed; });
  ExpectByte(softmax, [](auto& q) -> int32_t& { return q.zero_point; });
  const L2NormalizationParams l2 = {Take(60), Take(60), 3, 20, 1, 4, 0};
  ExpectExactPieces(l2);
  ExpectFlag(l2, [](auto& q) -> int32_t& { return q.is_signed; });
  ExpectByte(l2, [](auto& q) -> int32_t& { return q.zero_point; });
  ExpectByte(l2, [](auto& q) -> int32_t& { return q.input_zero_point; });
  // As many squares as fit, of -128 to 127 or of 0 to 255 less the zero point.
  for (const auto& [is_signed, zero_point, most] :
       {std::tuple(1, -128, 33025), std::tuple(1, 127, 33025),
        std::tuple(1, 4, 123248), std::tuple(0, 0, 33025),
        std::tuple(0, 255, 33025), std::tuple(0, -255, 8256)}) {
    const L2NormalizationParams deep = {Take(1 << 17), Take(1 << 17), 1, 9,
                                        is_signed,     zero_point,    0};
    ExpectRange(
        deep, [](auto& q) -> int32_t& { return q.depth; }, 1, most);
  }
}

TEST_F(CheckSteps, ArgMinMax) {
  ArgMinMaxParams p = {Take(54), Take(48), 2, 9, 3, 1, 1, 8};
  ExpectExactPieces(p);
  ExpectFlag(p, [](auto& q) -> int32_t& { return q.is_signed; });
  for (const int32_t bytes : {1, 2, 3, 5, 6, 7}) {
    ExpectRefused(
        p, [](auto& q) -> int32_t& { return q.out_bytes; }, bytes);
  }
  p.out_bytes = 4;
  p.output = Take(24);
  ExpectExactPieces(p);
}

TEST_F(CheckSteps, Svdf) {
  const SvdfParams p = {
      Take(12), Take(48), Take(80), Take(16), Take(160), Take(8), 2,     6, 8,
      5,        4,        2,        1,        2,         {0, 0},  {0, 0}};
  ExpectExactPieces(p);
  ExpectOnly(p, [](auto& q) -> int32_t& { return q.rank; });
  ExpectByte(p, [](auto& q) -> int32_t& { return q.input_zero_point; });
  ExpectByte(p, [](auto& q) -> int32_t& { return q.zero_point; });
  ExpectFactor(p, [](auto& q) -> int32_t& { return q.feature_factor.shift; });
  ExpectFactor(p, [](auto& q) -> int32_t& { return q.time_factor.shift; });
  SvdfParams without = p;
  without.bias = {0, 0};
  EXPECT_EQ(Check(without), Fault::kNone);
}

TEST_F(CheckSteps, Lstm) {
  LstmParams p = {};
  p.steps = 3;
  p.batch = 2;
  p.inputs = 5;
  p.cells = 6;
  p.outputs = 7;
  p.input = Take(30);
  p.output = Take(42);
  p.hidden_state = Take(14);
  p.cell_state = Take(24);
  p.projection = Take(42);
  p.projection_bias = Take(28);
  for (LstmGateParams& gate : p.gates) {
    gate.weights = Take(30);
    gate.recurrent = Take(42);
    gate.peephole = Take(24);
    gate.bias = gate.input_bias = gate.recurrent_bias = Take(24);
    gate.norm = Take(12);
  }
  ExpectExactPieces(p);
  ExpectRange(
      p, [](auto& q) -> int32_t& { return q.cell_bits; }, 0, 6);
  ExpectByte(p, [](auto& q) -> int32_t& { return q.state_zero_point; });
  ExpectByte(p, [](auto& q) -> int32_t& { return q.hidden_zero_point; });
  ExpectFactor(p, [](auto& q) -> int32_t& { return q.hidden_factor.shift; });
  ExpectFactor(p,
               [](auto& q) -> int32_t& { return q.projection_factor.shift; });
  for (int g = 0; g < 4; ++g) {
    for (const auto member :
         {&LstmGateParams::weights_factor, &LstmGateParams::recurrent_factor,
          &LstmGateParams::peephole_factor, &LstmGateParams::norm_factor}) {
      ExpectFactor(p, [member, g](auto& q) -> int32_t& {
        return (q.gates[g].*member).shift;
      });
    }
  }
  for (const auto member : {&LstmParams::steps, &LstmParams::batch,
                            &LstmParams::inputs, &LstmParams::cells}) {
    ExpectRefused(
        p, [member](auto& q) -> int32_t& { return q.*member; }, 0);
  }
  LstmParams changed = p;
  changed.gates[0].weights = {0, 0};
  EXPECT_EQ(Check(changed), Fault::kNone);
  changed = p;
  changed.gates[1].weights = {0, 0};
  EXPECT_EQ(Check(changed), Fault::kBounds);
  // Without a projection there are as many outputs as cells.
  changed = p;
  changed.projection = {0, 0};
  EXPECT_EQ(Check(changed), Fault::kParams);
  changed.outputs = 6;
  EXPECT_EQ(Check(changed), Fault::kNone);
}

TEST(IsInside, WantsRoomAroundPieces) {
  const CheckedMemory memory = {nullptr, 512, {0, 0}, {0, 0}};
  EXPECT_TRUE(IsInside({128, 256}, memory));
  EXPECT_FALSE(IsInside({128, 257}, memory));
  EXPECT_FALSE(IsInside({0, 128}, memory));
  EXPECT_FALSE(IsInside({192, 64}, memory));
  EXPECT_FALSE(IsInside({128, 256}, {nullptr, 511, {0, 0}, {0, 0}}));
  EXPECT_FALSE(IsInside({0xFFFFFF80u, 0xFFFFFFFFu}, memory));
}

TEST(IsInside, PiecesLieBesideProgramAndScratch) {
  for (Piece CheckedMemory::*const other :
       {&CheckedMemory::program, &CheckedMemory::scratch}) {
    CheckedMemory memory = {nullptr, 1024, {0, 0}, {0, 0}};
    memory.*other = {384, 128};
    EXPECT_TRUE(IsInside({128, 256}, memory));
    EXPECT_FALSE(IsInside({128, 257}, memory));
    EXPECT_TRUE(IsInside({512, 128}, memory));
    EXPECT_FALSE(IsInside({384, 1}, memory));
    (memory.*other).bytes = 129;
    EXPECT_FALSE(IsInside({512, 128}, memory));
  }
}

}  // namespace
}  // namespace tflite::dsp

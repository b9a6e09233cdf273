#include <gtest/gtest.h>

#include <cstring>

#include "delegates/gpu/device/kernel_library.h"
#include "delegates/gpu/graph/gpu_graph.h"

namespace tflite::gpu {
namespace {

// "sum": operands 0 and 2 are real numbers, operand 1 is not. "plain": none is.
constexpr GpuKernelText kTexts[] = {
    {"sum", "", {}, {}, 3, 0, 0x5, false, 1},
    {"sum_half", "", {}, {}, 3, 0, 0x5, false, 2},
    {"plain", "", {}, {}, 3, 0, 0, false, 3},
    {"narrow_half", "", {}, {}, 3, 0, 0x4, false, 4},
};
constexpr GpuKernelLibrary kKernels(kTexts);

class Precision : public ::testing::Test {
 protected:
  GpuValueId Add(bool half) {
    GpuValue value;
    value.bytes = 8;
    if (half) value.type = kTfLiteFloat16;
    graph_.values.push_back(value);
    return static_cast<GpuValueId>(graph_.values.size()) - 1;
  }
  GpuValueId AddConstant(std::vector<float> data) {
    const GpuValueId id = Add(false);
    GpuValue& value = graph_.values[id];
    value.kind = GpuValue::Kind::kConstant;
    value.bytes = data.size() * sizeof(float);
    value.data.resize(value.bytes);
    std::memcpy(value.data.data(), data.data(), value.bytes);
    return id;
  }
  void AddCall(const char* kernel, GpuValueId a, GpuValueId b, GpuValueId to) {
    GpuCall call;
    call.spec.kernel = kernel;
    call.operands = {{a, false}, {b, false}, {to, true}};
    graph_.calls.push_back(call);
  }
  GpuGraph graph_;
};

TEST_F(Precision, StaysFullWithoutHalves) {
  AddCall("sum", Add(false), AddConstant({1, 2}), Add(false));
  ASSERT_TRUE(ChooseGpuPrecision(kKernels, &graph_).ok());
  EXPECT_EQ(graph_.calls[0].spec.kernel, "sum");
  EXPECT_EQ(graph_.values.size(), 3u);
}

TEST_F(Precision, FollowsTheOperandsOfRealNumbers) {
  AddCall("sum", Add(true), Add(false), Add(true));
  AddCall("plain", Add(true), Add(true), Add(true));
  ASSERT_TRUE(ChooseGpuPrecision(kKernels, &graph_).ok());
  EXPECT_EQ(graph_.calls[0].spec.kernel, "sum_half");
  EXPECT_EQ(graph_.calls[1].spec.kernel, "plain");
}

TEST_F(Precision, TakesAHalfOfAConstantOnce) {
  const GpuValueId weights = AddConstant({1.0f, -2.0f, 70000.0f});
  const GpuValueId bias = AddConstant({1.0f});
  for (int i = 0; i < 2; ++i) AddCall("sum", weights, bias, Add(true));
  AddCall("sum", weights, bias, Add(false));
  ASSERT_TRUE(ChooseGpuPrecision(kKernels, &graph_).ok());
  const GpuValueId used = graph_.calls[0].operands[0].value;
  EXPECT_NE(used, weights);
  EXPECT_EQ(graph_.calls[0].operands[1].value, bias);
  EXPECT_EQ(graph_.calls[1].operands[0].value, used);
  EXPECT_EQ(graph_.calls[2].operands[0].value, weights);
  const GpuValue& value = graph_.values[used];
  EXPECT_TRUE(IsHalf(value));
  EXPECT_EQ(value.kind, GpuValue::Kind::kConstant);
  ASSERT_EQ(value.bytes, 6u);
  uint16_t bits[3];
  std::memcpy(bits, ConstantBytes(value).data(), sizeof(bits));
  EXPECT_EQ(bits[0], 0x3c00);
  EXPECT_EQ(bits[1], 0xc000);
  EXPECT_EQ(bits[2], 0x7c00);  // infinity
}

TEST_F(Precision, RefusesACallOfTwoPrecisions) {
  AddCall("sum", Add(false), Add(false), Add(true));
  EXPECT_TRUE(base::IsInternal(ChooseGpuPrecision(kKernels, &graph_)));
}

TEST_F(Precision, KnowsKernelsOfHalfPrecisionAlone) {
  AddCall("narrow", Add(false), Add(false), Add(true));
  ASSERT_TRUE(ChooseGpuPrecision(kKernels, &graph_).ok());
  EXPECT_EQ(graph_.calls[0].spec.kernel, "narrow_half");
}

TEST_F(Precision, LeavesUnknownKernelsToTheDevice) {
  AddCall("none", Add(true), Add(true), Add(true));
  EXPECT_TRUE(ChooseGpuPrecision(kKernels, &graph_).ok());
}

}  // namespace
}  // namespace tflite::gpu

#include "delegates/common/operand_checks.h"

#include <limits>
#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace tflite::delegates {
namespace {

TEST(OperandChecks, BytesAreQuantized) {
  EXPECT_TRUE(CheckQuantizedBytes(kTfLiteInt8, true).ok());
  EXPECT_TRUE(CheckQuantizedBytes(kTfLiteUInt8, true).ok());
  EXPECT_EQ(CheckQuantizedBytes(kTfLiteInt8, false).message(),
            "type INT8 without quantization is not supported");
  EXPECT_EQ(CheckQuantizedBytes(kTfLiteInt16, true).message(),
            "type INT16 is not supported");
}

TEST(OperandChecks, BetaIsNotNegative) {
  EXPECT_TRUE(CheckBeta(0.0f).ok());
  EXPECT_TRUE(CheckBeta(0.5f).ok());
  EXPECT_FALSE(CheckBeta(-0.5f).ok());
  EXPECT_FALSE(CheckBeta(std::numeric_limits<float>::quiet_NaN()).ok());
}

// Why a device does not divide by these stored numbers, of which `zero` means
// 0.
template <typename T>
std::string RefusalOf(std::vector<T> divisor, TfLiteType type, int32_t zero,
                      TfLiteAllocationType allocation = kTfLiteMmapRo) {
  TfLiteTensor tensors[2] = {};
  tensors[1].type = type;
  tensors[1].allocation_type = allocation;
  tensors[1].data.data = divisor.data();
  tensors[1].bytes = divisor.size() * sizeof(T);
  TfLiteContext context{};
  context.tensors = tensors;
  context.tensors_size = 2;
  TfLiteNode node{};
  node.inputs = ToIntArray({0, 1});
  Binary op{};
  op.type = type;
  op.q.y.zero_point = zero;
  const Status status =
      CheckDivisor(op, NodeView(&context, &node, NodeView::Phase::kPrepare));
  TfLiteIntArrayFree(node.inputs);
  return std::string(status.message());
}

TEST(OperandChecks, DivisorsAreConstantsOtherThanZero) {
  constexpr char kZero[] = "a divisor that is 0 is not supported";
  EXPECT_EQ(RefusalOf<int32_t>({1, -1, 2}, kTfLiteInt32, 2), "");
  EXPECT_EQ(RefusalOf<int32_t>({1, 2, 0}, kTfLiteInt32, 2), kZero);
  EXPECT_EQ(RefusalOf<int8_t>({0, -5}, kTfLiteInt8, -4), "");
  EXPECT_EQ(RefusalOf<int8_t>({0, -4}, kTfLiteInt8, -4), kZero);
  EXPECT_EQ(RefusalOf<uint8_t>({0, 251}, kTfLiteUInt8, 252), "");
  EXPECT_EQ(RefusalOf<uint8_t>({0, 252}, kTfLiteUInt8, 252), kZero);
  EXPECT_EQ(RefusalOf<int32_t>({1}, kTfLiteInt32, 0, kTfLiteArenaRw),
            "a divisor that might be 0 is not supported");
}

TEST(OperandChecks, RootsAreOfWhatIsNotNegative) {
  struct Root {
    UnaryKind kind;
    TfLiteType type;
    int32_t zero_point;
    bool supported;
  };
  for (const Root& root : {Root{UnaryKind::kSqrt, kTfLiteInt8, -128, true},
                           {UnaryKind::kRsqrt, kTfLiteInt8, -127, false},
                           {UnaryKind::kSqrt, kTfLiteInt8, 0, false},
                           {UnaryKind::kRsqrt, kTfLiteUInt8, 0, true},
                           {UnaryKind::kSqrt, kTfLiteUInt8, 1, false},
                           {UnaryKind::kAbs, kTfLiteInt8, 3, true}}) {
    Unary op{};
    op.kind = root.kind;
    op.type = root.type;
    op.in.zero_point = root.zero_point;
    EXPECT_EQ(CheckRoot(op).ok(), root.supported)
        << root.type << " " << root.zero_point;
  }
}

}  // namespace
}  // namespace tflite::delegates

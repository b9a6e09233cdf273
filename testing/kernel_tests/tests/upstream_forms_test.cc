// Headers and names, apart from models and matchers, that operator tests
// written for TensorFlow Lite use, in the forms they use.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include "absl/log/absl_check.h"
#include "absl/log/absl_log.h"
#include "fp16.h"
#include "tflite/builtin_op_data.h"
#include "tflite/converter/allocation.h"
#include "tflite/core/macros.h"
#include "tflite/kernels/fully_connected.h"
#include "tflite/kernels/internal/common.h"
#include "tflite/kernels/internal/cppmath.h"
#include "tflite/kernels/internal/optimized/resize_bilinear.h"
#include "tflite/kernels/internal/portable_tensor_utils.h"
#include "tflite/kernels/internal/reshape_utils.h"
#include "tflite/kernels/test_util.h"
#include "tflite/logger.h"
#include "tflite/minimal_logging.h"
#include "tflite/profiling/memory_info.h"
#include "tflite/version.h"

namespace tflite {
namespace ops {
namespace builtin {
namespace topk_v2 {
TfLiteStatus Eval(TfLiteContext* context, TfLiteNode* node);
}  // namespace topk_v2
}  // namespace builtin
}  // namespace ops

namespace {

using ::testing::ElementsAre;

void IgnoreError(TfLiteContext*, const char*, ...) {}

class AbsModel : public SingleOpModel {
 public:
  explicit AbsModel(TensorType type) {
    input = AddInput({type, {2}});
    output = AddOutput({type, {}});
    SetBuiltinOp(BuiltinOperator_ABS, BuiltinOptions_AbsOptions,
                 CreateAbsOptions(builder_).Union());
    BuildInterpreter({GetShape(input)}, /*num_threads=*/-1,
                     /*allow_fp32_relax_to_fp16=*/false,
                     /*apply_delegate=*/true, /*allocate_and_delegate=*/false);
  }
  int input, output;
};

TEST(UpstreamForms, ChecksTakeModelsAndPointers) {
  AbsModel model(TensorType_FLOAT32);
  TFLITE_ALLOCATE_AND_CHECK(float, model);
  model.PopulateTensor<float>(model.input, {-1, 2});
  TFLITE_INVOKE_AND_CHECK(float, &model);
  EXPECT_THAT(model.ExtractVector<float>(model.output), ElementsAre(1, 2));

  const auto owned = std::make_unique<AbsModel>(TensorType_FLOAT32);
  TFLITE_ALLOCATE_AND_CHECK(float, owned);
  owned->PopulateTensor<float>(owned->input, {3, -4});
  TFLITE_INVOKE_AND_CHECK(float, owned.get());
  EXPECT_THAT(owned->ExtractVector<float>(owned->output), ElementsAre(3, 4));
}

TEST(UpstreamForms, ChecksAndLogsComeWithTestUtil) {
  CHECK(true) << "not printed";
  CHECK_EQ(1 + 1, 2);
  ABSL_CHECK_GE(2, 1);
  ABSL_LOG_IF(FATAL, false) << "not printed";
  LOG(INFO) << "printed";
}

TEST(UpstreamFormsDeathTest, ChecksEndTheProgram) {
  EXPECT_DEATH(CHECK_EQ(1, 2), "1 == 2");
  EXPECT_DEATH(ABSL_LOG(FATAL) << "the end", "the end");
}

TEST(UpstreamForms, ShapesComeWithTestUtil) {
  EXPECT_EQ(RuntimeShape({2, 3}).FlatSize(), 6);
}

TEST(UpstreamForms, UnpacksUnsigned) {
  const std::vector<int8_t> packed = {static_cast<int8_t>(0xf1), 0x08};
  std::vector<int8_t> out(3);
  tensor_utils::UnpackPackedIntToInt8(packed.data(), 3, /*bit_width=*/4,
                                      out.data(), /*unpack_unsigned=*/true);
  EXPECT_THAT(out, ElementsAre(1, 15, 8));
  tensor_utils::UnpackPackedIntToInt8(packed.data(), 3, 4, out.data());
  EXPECT_THAT(out, ElementsAre(1, -1, -8));
}

TEST(UpstreamForms, TablesOfFunctions) {
  ASSERT_EQ(LUTSize<int8_t>(), 256);
  ASSERT_EQ(LUTSize<int16_t>(), 513);
  int8_t bytes[LUTSize<int8_t>()];
  LUTPopulate<int8_t>(
      0.5f, 1, 0.25f, -2, [](float x) { return -x; }, bytes);
  EXPECT_EQ(LUTLookup(int8_t{1}, bytes), -2);
  EXPECT_EQ(LUTLookup(int8_t{3}, bytes), -6);
  EXPECT_EQ(LUTLookup(int8_t{-128}, bytes), 127);
  int16_t words[LUTSize<int16_t>()];
  const float half_of = 0.5f;
  LUTPopulate<int16_t>(
      1.0f / 32768, 0, 1.0f / 32768, 0,
      [](float x, const void* factor) {
        return x * *static_cast<const float*>(factor);
      },
      &half_of, words);
  EXPECT_EQ(LUTLookup(int16_t{1000}, words), 500);
  EXPECT_EQ(LUTLookup(int16_t{-32768}, words), -16384);
}

TEST(UpstreamForms, ResolvesShapesOfReshape) {
  TfLiteContext context = {};
  context.ReportError = IgnoreError;
  const auto resolve = [&](const RuntimeShape& input, std::vector<int> shape) {
    IntArrayUniquePtr out = BuildTfLiteArray(shape);
    if (reshape_internal::ResolveOutputShape(&context, input, *out) !=
        kTfLiteOk) {
      return std::vector<int>{-2};
    }
    return std::vector<int>(out->data, out->data + out->size);
  };
  EXPECT_THAT(resolve({2, 6}, {3, -1}), ElementsAre(3, 4));
  EXPECT_THAT(resolve({4, 0}, {2, 0, -1}), ElementsAre(2, 0, 2));
  EXPECT_THAT(resolve({4, 0}, {-1}), ElementsAre(0));
  EXPECT_THAT(resolve({2, 2}, {4}), ElementsAre(4));
  EXPECT_THAT(resolve({2, 2}, {3, -1}), ElementsAre(-2));
  EXPECT_THAT(resolve({2, 2}, {-1, -1}), ElementsAre(-2));
  EXPECT_THAT(resolve({2, 2}, {0, -1}), ElementsAre(-2));
  EXPECT_THAT(resolve({2, 2}, {5}), ElementsAre(-2));
}

class TopKModel : public SingleOpModel {
 public:
  TopKModel() {
    input = AddInput({TensorType_FLOAT32, {4}});
    AddConstInput(TensorType_INT32, {2}, {1});
    values = AddOutput({TensorType_FLOAT32, {}});
    AddOutput({TensorType_INT32, {}});
    SetBuiltinOp(BuiltinOperator_TOPK_V2, BuiltinOptions_TopKV2Options,
                 CreateTopKV2Options(builder_).Union());
    BuildInterpreter({GetShape(input)});
  }
  TfLiteStatus Evaluate() {
    auto* context = interpreter_->primary_subgraph().context();
    auto node = interpreter_->node_and_registration(0)->first;
    return ops::builtin::topk_v2::Eval(context, &node);
  }
  int input, values;
};

TEST(UpstreamForms, EvaluatesTopK) {
  TopKModel model;
  model.PopulateTensor<float>(model.input, {1, 4, 3, 2});
  EXPECT_EQ(model.Evaluate(), kTfLiteOk);
  EXPECT_THAT(model.ExtractVector<float>(model.values), ElementsAre(4, 3));
}

TEST(UpstreamForms, ChecksIndicesOfFullyConnected) {
  using ops::builtin::fully_connected::ValidateInt16FilterInt16Indexing;
  TfLiteContext context = {};
  context.ReportError = IgnoreError;
  EXPECT_EQ(ValidateInt16FilterInt16Indexing(&context, {3, 8}, {2, 3}),
            kTfLiteOk);
  EXPECT_EQ(
      ValidateInt16FilterInt16Indexing(&context, {1 << 16, 1 << 16}, {2, 3}),
      kTfLiteError);
  EXPECT_EQ(ValidateInt16FilterInt16Indexing(&context, {3, 8}, {2, 4}),
            kTfLiteError);
  EXPECT_NE(ops::builtin::Register_FULLY_CONNECTED_REF(), nullptr);
}

TFLITE_ATTRIBUTE_WEAK int OverridableNumber() { return 7; }

TEST(UpstreamForms, SmallHeaders) {
  EXPECT_EQ(OverridableNumber(), 7);
  EXPECT_EQ(TfLiteRound(-2.5f), -3.0f);
  EXPECT_FLOAT_EQ(TfLiteExpm1(1.0f), std::exp(1.0f) - 1);
  EXPECT_EQ(fp16_ieee_from_fp32_value(1.0f), 0x3c00);
  EXPECT_EQ(TFLITE_SCHEMA_VERSION, 3);
  EXPECT_STRNE(TFLITE_VERSION_STRING, "");
  EXPECT_EQ(LoggerOptions::GetMinimumLogSeverity(),
            logging_internal::MinimalLogger::GetMinimumLogSeverity());
  const TfLiteAddParams params{kTfLiteActNone, false};
  EXPECT_EQ(params.activation, kTfLiteActNone);
  EXPECT_TRUE(MMAPAllocation::IsSupported());
}

TEST(UpstreamForms, MemoryOfTheHeap) {
  if (!profiling::memory::MemoryUsage::IsSupported()) {
    GTEST_SKIP() << "this system does not report memory usage";
  }
  constexpr size_t kBytes = size_t{1} << 24;
  const auto before = profiling::memory::GetMemoryUsage();
  const std::unique_ptr<void, decltype(&std::free)> block(std::malloc(kBytes),
                                                          std::free);
  // Written to, because otherwise the compiler removes the allocation.
  static_cast<volatile char*>(block.get())[0] = 1;
  const auto after = profiling::memory::GetMemoryUsage();
  if (after.total_allocated_bytes == 0) GTEST_SKIP() << "the C library is old";
  EXPECT_GE((after - before).in_use_allocated_bytes, kBytes);
  EXPECT_GE(after.total_allocated_bytes, after.in_use_allocated_bytes);
}

}  // namespace
}  // namespace tflite

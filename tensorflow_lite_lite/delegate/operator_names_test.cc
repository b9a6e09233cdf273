#include "tensorflow_lite_lite/delegate/operator_names.h"

#include <cstring>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"

namespace tflite::delegates {
namespace {

TEST(OperatorNames, NamesAreTheSchemas) {
  EXPECT_STREQ(OperatorName(kTfLiteBuiltinAdd, nullptr), "ADD");
  EXPECT_STREQ(OperatorName(kTfLiteBuiltinConv2d, nullptr), "CONV_2D");
  EXPECT_STREQ(OperatorName(kTfLiteBuiltinReluN1To1, nullptr), "RELU_N1_TO_1");
  EXPECT_STREQ(OperatorName(kTfLiteBuiltinStablehloCase, nullptr),
               "STABLEHLO_CASE");
}

TEST(OperatorNames, CustomOperatorsHaveTheirOwn) {
  EXPECT_STREQ(OperatorName(kTfLiteBuiltinCustom, "MyOp"), "MyOp");
  EXPECT_STREQ(OperatorName(kTfLiteBuiltinCustom, nullptr), "UNKNOWN");
}

TEST(OperatorNames, CodesBeyondTheSchemaAreUnknown) {
  EXPECT_STREQ(OperatorName(-1, nullptr), "UNKNOWN");
  EXPECT_STREQ(OperatorName(100000, nullptr), "UNKNOWN");
}

TEST(OperatorNames, CodeAndNameAgreeForEveryOperator) {
  int count = 0;
  for (int code = 0; std::strcmp(OperatorName(code, "x"), "UNKNOWN") != 0;
       ++code, ++count) {
    if (code == kTfLiteBuiltinCustom || code == kTfLiteBuiltinDelegate) {
      continue;
    }
    EXPECT_EQ(BuiltinOperatorCode(OperatorName(code, nullptr)), code);
  }
  EXPECT_GT(count, kTfLiteBuiltinStablehloCase);
  EXPECT_EQ(BuiltinOperatorCode("CONV2D"), -1);
}

}  // namespace
}  // namespace tflite::delegates

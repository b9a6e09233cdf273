#include "tensorflow_lite_lite/schema/schema_utils.h"

#include <cstdint>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/schema/schema_conversion_utils.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"

namespace tflite {
namespace {

TEST(SchemaUtils, CodeIsTheLargerField) {
  OperatorCodeT code;
  code.deprecated_builtin_code = BuiltinOperator_CONV_2D;
  code.builtin_code = BuiltinOperator_ADD;
  EXPECT_EQ(GetBuiltinCode(&code), BuiltinOperator_CONV_2D);
  code.deprecated_builtin_code = 127;
  code.builtin_code = BuiltinOperator_STABLEHLO_PAD;
  EXPECT_EQ(GetBuiltinCode(&code), BuiltinOperator_STABLEHLO_PAD);
  code.deprecated_builtin_code = -1;
  code.builtin_code = BuiltinOperator_MUL;
  EXPECT_EQ(GetBuiltinCode(&code), BuiltinOperator_MUL);
}

TEST(SchemaUtils, WritesCodesForBothFields) {
  flatbuffers::FlatBufferBuilder builder;
  builder.Finish(
      CreateOperatorCodeDirect(builder, BuiltinOperator_CUMSUM, nullptr, 4));
  const auto* large =
      flatbuffers::GetRoot<OperatorCode>(builder.GetBufferPointer());
  EXPECT_EQ(large->deprecated_builtin_code(), 127);
  EXPECT_EQ(large->builtin_code(), BuiltinOperator_CUMSUM);
  EXPECT_EQ(large->version(), 4);
  EXPECT_EQ(large->custom_code(), nullptr);

  builder.Clear();
  builder.Finish(
      CreateOperatorCodeDirect(builder, BuiltinOperator_CUSTOM, "Atan"));
  const auto* custom =
      flatbuffers::GetRoot<OperatorCode>(builder.GetBufferPointer());
  EXPECT_EQ(custom->deprecated_builtin_code(), 32);
  EXPECT_EQ(GetBuiltinCode(custom), BuiltinOperator_CUSTOM);
  EXPECT_EQ(custom->custom_code()->str(), "Atan");
}

TEST(SchemaUtils, NamesValues) {
  EXPECT_STREQ(BuiltinOperatorName(BuiltinOperator_CONV_2D), "CONV_2D");
  EXPECT_STREQ(BuiltinOperatorName(BuiltinOperator_STABLEHLO_CASE),
               "STABLEHLO_CASE");
  EXPECT_STREQ(BuiltinOperatorName(static_cast<BuiltinOperator>(210)),
               "UNKNOWN");
  EXPECT_STREQ(BuiltinOperatorName(static_cast<BuiltinOperator>(-1)),
               "UNKNOWN");
  EXPECT_STREQ(TensorTypeName(TensorType_BFLOAT16), "BFLOAT16");
  EXPECT_STREQ(TensorTypeName(static_cast<TensorType>(99)), "UNKNOWN");
}

TEST(SchemaUtils, CountsBits) {
  EXPECT_EQ(TensorTypeBits(TensorType_INT2), 2);
  EXPECT_EQ(TensorTypeBits(TensorType_UINT4), 4);
  EXPECT_EQ(TensorTypeBits(TensorType_BOOL), 8);
  EXPECT_EQ(TensorTypeBits(TensorType_BFLOAT16), 16);
  EXPECT_EQ(TensorTypeBits(TensorType_FLOAT32), 32);
  EXPECT_EQ(TensorTypeBits(TensorType_COMPLEX64), 64);
  EXPECT_EQ(TensorTypeBits(TensorType_COMPLEX128), 128);
  EXPECT_EQ(TensorTypeBits(TensorType_STRING), 0);
  EXPECT_EQ(TensorTypeBits(static_cast<TensorType>(99)), -1);
}

// Files depend on field ids: the position of a field in its vtable is 4 + 2 *
// id.
TEST(Schema, KeepsFieldIds) {
  EXPECT_EQ(Model::VT_EXTERNAL_BUFFERS, 4 + 2 * 9);
  EXPECT_EQ(Operator::VT_BUILTIN_OPTIONS_TYPE, 4 + 2 * 3);
  EXPECT_EQ(Operator::VT_DEBUG_METADATA_INDEX, 4 + 2 * 13);
  EXPECT_EQ(Tensor::VT_EXTERNAL_BUFFER, 4 + 2 * 10);
  EXPECT_EQ(SignatureDef::VT_SUBGRAPH_INDEX, 4 + 2 * 4);
  EXPECT_EQ(QuantizationParameters::VT_QUANTIZED_DIMENSION, 4 + 2 * 6);
  EXPECT_EQ(BlockwiseQuantization::VT_BLOCK_SHAPE, 4 + 2 * 3);
  EXPECT_EQ(FullyConnectedOptions::VT_QUANT_SPEC, 4 + 2 * 5);
}

TEST(Schema, KeepsUnionTags) {
  EXPECT_EQ(BuiltinOptions_Conv2DOptions, 1);
  EXPECT_EQ(BuiltinOptions_RightShiftOptions, 126);
  EXPECT_EQ(BuiltinOptions2_StablehloCaseOptions, 23);
  EXPECT_EQ(QuantizationDetails_MultiAxisQuantization, 3);
  EXPECT_EQ(SparseIndexVector_Uint8Vector, 3);
}

TEST(Schema, IdentifiesFiles) {
  EXPECT_STREQ(ModelIdentifier(), "TFL3");
  EXPECT_STREQ(ModelExtension(), "tflite");
}

}  // namespace
}  // namespace tflite

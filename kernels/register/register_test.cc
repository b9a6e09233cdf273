#include "kernels/register/register.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/register/builtin_op_kernels.h"
#include "kernels/register/custom_ops_register.h"
#include "kernels/register/library_operators.h"
#include "kernels/register/register_ref.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"

namespace tflite {
namespace ops {
namespace {

TEST(Register, NamesOfKernelsLeadToTheOperator) {
  EXPECT_EQ(builtin::Register_CONVOLUTION_GENERIC_OPT(),
            builtin::Register_CONV_2D());
  EXPECT_EQ(builtin::Register_CONVOLUTION_MULTITHREADED_OPT(),
            builtin::Register_CONV_2D());
  EXPECT_EQ(builtin::Register_CONVOLUTION_CBLAS_OPT(),
            builtin::Register_CONV_2D());
  EXPECT_EQ(builtin::Register_CONV_2D_UINT8(), builtin::Register_CONV_2D());
  EXPECT_EQ(builtin::Register_DEPTHWISE_CONVOLUTION_NEON_OPT(),
            builtin::Register_DEPTHWISE_CONV_2D());
  EXPECT_EQ(builtin::Register_DEPTHWISE_CONV_2D_UINT8(),
            builtin::Register_DEPTHWISE_CONV_2D());
  EXPECT_EQ(builtin::Register_FULLY_CONNECTED_GENERIC_OPT(),
            builtin::Register_FULLY_CONNECTED());
  EXPECT_EQ(builtin::Register_TRANSPOSECONV_GENERIC_OPT(),
            builtin::Register_TRANSPOSE_CONV());
  EXPECT_EQ(builtin::Register_TANH_FIXED_POINT_OPT(), builtin::Register_TANH());
  EXPECT_EQ(builtin::Register_CONV_3D_GENERIC_OPT(),
            builtin::Register_CONV_3D());
}

TEST(Register, ReferenceKernelsHaveNamesToo) {
  for (const TfLiteRegistration* reference :
       {builtin::Register_CONVOLUTION_REF(), builtin::Register_CONV_2D_REF()}) {
    EXPECT_EQ(reference->builtin_code, kTfLiteBuiltinConv2d);
    EXPECT_NE(reference->invoke, builtin::Register_CONV_2D()->invoke);
  }
  EXPECT_EQ(builtin::Register_TRANSPOSECONV_REF()->builtin_code,
            kTfLiteBuiltinTransposeConv);
  EXPECT_EQ(builtin::Register_DEPTHWISE_CONVOLUTION_REF()->builtin_code,
            kTfLiteBuiltinDepthwiseConv2d);
  EXPECT_EQ(builtin::Register_SUM_REF()->builtin_code, kTfLiteBuiltinSum);
  EXPECT_STREQ(custom::Register_NUMERIC_VERIFY_REF()->custom_name,
               "NumericVerify");
}

TEST(Register, CustomOperators) {
  EXPECT_STREQ(custom::Register_IRFFT2D()->custom_name, "Irfft2d");
  EXPECT_STREQ(custom::Register_AVG_POOL_3D()->custom_name, "AveragePool3D");
  EXPECT_STREQ(custom::Register_UNIDIRECTIONAL_SEQUENCE_GRU()->custom_name,
               "UNIDIRECTIONAL_SEQUENCE_GRU");
  EXPECT_EQ(custom::Register_MFCC(), builtin::Register_MFCC());
  EXPECT_STREQ(custom::Register_DETECTION_POSTPROCESS()->custom_name,
               "TFLite_Detection_PostProcess");
  EXPECT_STREQ(custom::Register_HADAMARD_ROTATION()->custom_name,
               "aeq.hadamard_rotation");
  EXPECT_EQ(custom::Register_HASHTABLE_FIND(),
            builtin::Register_HASHTABLE_FIND());
  EXPECT_EQ(custom::Register_ATAN2(), builtin::Register_ATAN2());
  for (const TfLiteRegistration* r :
       {custom::Register_MAX_POOL_3D(), custom::Register_RANDOM_UNIFORM_INT(),
        custom::Register_ROLL(), custom::Register_TABLE(),
        custom::Register_SIGN(), custom::Register_MULTINOMIAL(),
        custom::Register_RANDOM_UNIFORM(),
        custom::Register_RANDOM_STANDARD_NORMAL(), custom::Register_HASHTABLE(),
        custom::Register_HASHTABLE_IMPORT(),
        custom::Register_HASHTABLE_SIZE()}) {
    EXPECT_NE(r->prepare, nullptr);
    EXPECT_NE(r->invoke, nullptr);
  }
}

TEST(IsLibraryOperator, IsTrueOfWhatTheResolverHas) {
  const builtin::BuiltinOpResolver resolver;
  for (const int version : {1, 2}) {
    EXPECT_TRUE(builtin::IsLibraryOperator(
        *resolver.FindOp(BuiltinOperator_ADD, version)));
  }
  EXPECT_TRUE(builtin::IsLibraryOperator(*resolver.FindOp("Mfcc", 1)));
}

TEST(IsLibraryOperator, IsFalseOfWhatReplacesIt) {
  builtin::BuiltinOpResolver resolver;
  resolver.AddBuiltin(BuiltinOperator_ADD, builtin::Register_MUL());
  resolver.AddBuiltin(BuiltinOperator_CONV_2D, builtin::Register_CONV_2D_REF());
  resolver.AddCustom("Own", builtin::Register_MUL());
  EXPECT_FALSE(
      builtin::IsLibraryOperator(*resolver.FindOp(BuiltinOperator_ADD, 1)));
  EXPECT_FALSE(
      builtin::IsLibraryOperator(*resolver.FindOp(BuiltinOperator_CONV_2D, 1)));
  EXPECT_FALSE(builtin::IsLibraryOperator(*resolver.FindOp("Own", 1)));
  EXPECT_TRUE(
      builtin::IsLibraryOperator(*resolver.FindOp(BuiltinOperator_ADD, 2)));
}

TEST(Register, OperatorsSayWhetherTheyWorkInPlace) {
  const uint64_t in_place =
      kTfLiteInplaceOpInput0Shared | kTfLiteInplaceOpDataUnmodified;
  EXPECT_EQ(builtin::Register_RESHAPE()->inplace_operator, in_place);
  EXPECT_EQ(builtin::Register_SQUEEZE()->inplace_operator, in_place);
  EXPECT_EQ(builtin::Register_EXPAND_DIMS()->inplace_operator, in_place);
  EXPECT_EQ(builtin::Register_ADD()->inplace_operator,
            kTfLiteInplaceOpInput0Shared);
  EXPECT_EQ(builtin::Register_DYNAMIC_UPDATE_SLICE()->inplace_operator,
            kTfLiteInplaceOpInput0Shared);
  EXPECT_EQ(builtin::Register_MUL()->inplace_operator,
            kTfLiteInplaceOpInput0Shared);
  EXPECT_EQ(builtin::Register_HARD_SWISH()->inplace_operator,
            kTfLiteInplaceOpInput0Shared);
  EXPECT_EQ(builtin::Register_POW()->inplace_operator, kTfLiteInplaceOpNone);
}

TEST(Register, OnlyOperatorsThatDecodeThemTakeSparseConstants) {
  std::vector<std::string> names;
#define TFLL_CUSTOM_OP(id, name, first, last, bind, reference_prepare, \
                       reference, prepare, cpu, sparse, ...)           \
  if (sparse) names.push_back(name);
#define TFLL_OP(id, name, code, ...) TFLL_CUSTOM_OP(id, name, __VA_ARGS__)
#include "kernels/register/op_table.inc"
#undef TFLL_OP
#undef TFLL_CUSTOM_OP
  EXPECT_EQ(names, (std::vector<std::string>{"DENSIFY", "FULLY_CONNECTED"}));
}

}  // namespace
}  // namespace ops
}  // namespace tflite

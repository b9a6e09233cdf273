#include "tools/gen_op_resolver/selected_ops.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace tflite {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(SelectedOps, HoldsTheOperatorsOfAModel) {
  SelectedOps ops;
  ASSERT_TRUE(ops.AddModel("examples/digits/digits_float.tflite").ok());
  EXPECT_EQ(ops.builtins.count("CONV_2D"), 1u);
  EXPECT_EQ(ops.builtins.count("LSTM"), 0u);
}

TEST(SelectedOps, NamesAMissingModel) {
  SelectedOps ops;
  EXPECT_THAT(ops.AddModel("/nonexistent.tflite").message(),
              HasSubstr("/nonexistent.tflite"));
}

TEST(SelectedOps, TakesVersionsOfAList) {
  SelectedOps ops;
  ASSERT_TRUE(ops.AddItem("ADD:2").ok());
  ASSERT_TRUE(ops.AddItem("ADD:1-3").ok());
  ASSERT_TRUE(ops.AddItem("MyOp").ok());
  EXPECT_EQ(ops.builtins["ADD"], SelectedOps::Versions(1, 3));
  EXPECT_EQ(ops.customs["MyOp"], SelectedOps::Versions(1, 1));
  for (const char* bad : {"ADD:", "ADD:0", "ADD:3-2", "ADD:1-2-3", ":1", ""}) {
    EXPECT_FALSE(ops.AddItem(bad).ok()) << bad;
  }
}

TEST(SelectedOps, WritesASource) {
  SelectedOps ops;
  ASSERT_TRUE(ops.AddItem("ADD:1-2").ok());
  ASSERT_TRUE(ops.AddItem("Mfcc").ok());
  ASSERT_TRUE(ops.AddItem("MyOp:3").ok());
  const auto source = SourceOf(ops, "tflite", "mine");
  ASSERT_TRUE(source.ok());
  EXPECT_THAT(*source, HasSubstr("#include \"tflite/mutable_op_resolver.h\""));
  EXPECT_THAT(*source, HasSubstr("namespace mine {"));
  EXPECT_THAT(*source, HasSubstr("AddBuiltin(::tflite::BuiltinOperator_ADD"));
  EXPECT_THAT(*source, HasSubstr("builtin::Register_ADD(), 1, 2)"));
  EXPECT_THAT(*source, HasSubstr("builtin::Register_MFCC(), 1)"));
  EXPECT_THAT(*source, HasSubstr("AddCustom(\"MyOp\""));
  EXPECT_THAT(*source, HasSubstr("custom::Register_MY_OP(), 3)"));
  EXPECT_THAT(*source, Not(HasSubstr("Register_SUB")));
}

TEST(SelectedOps, RefusesWhatTheLibraryLacks) {
  SelectedOps too_new;
  ASSERT_TRUE(too_new.AddItem("ADD:1-999").ok());
  EXPECT_THAT(std::string(SourceOf(too_new, "tflite", "").status().message()),
              HasSubstr("version 999 of ADD"));
  SelectedOps none;
  ASSERT_TRUE(none.AddItem("CALL").ok());
  EXPECT_THAT(std::string(SourceOf(none, "tflite", "").status().message()),
              HasSubstr("CALL"));
}

TEST(SelectedOps, QuotesNames) {
  SelectedOps ops;
  ASSERT_TRUE(ops.AddItem("a\"b\\c").ok());
  const auto source = SourceOf(ops, "tflite", "");
  ASSERT_TRUE(source.ok());
  EXPECT_THAT(*source, HasSubstr("\"a\\\"b\\\\c\""));
}

TEST(RegisterNameOf, SplitsWords) {
  EXPECT_EQ(RegisterNameOf("Atan"), "ATAN");
  EXPECT_EQ(RegisterNameOf("MyCustomOp"), "MY_CUSTOM_OP");
  EXPECT_EQ(RegisterNameOf("HTTPServer"), "HTTP_SERVER");
  EXPECT_EQ(RegisterNameOf("my.op-2"), "MY_OP_2");
}

}  // namespace
}  // namespace tflite

#include "tools/gen_op_resolver/selected_ops.h"

#include <fstream>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "testing/fault/small_model.h"

namespace tflite::tools {
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

std::string Written(const std::string& name, const std::string& bytes) {
  const std::string path = ::testing::TempDir() + "/" + name;
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}

TEST(SelectedOps, NamesAFileThatIsNoModel) {
  for (const std::string& bytes :
       {std::string(), std::string("nonsense"),
        fault::Pack(fault::AddModel()).substr(0, 100)}) {
    SelectedOps ops;
    EXPECT_THAT(std::string(ops.AddModel(Written("bad", bytes)).message()),
                HasSubstr("/bad"));
    EXPECT_TRUE(ops.builtins.empty());
  }
}

TEST(SelectedOps, HoldsTheOperatorsOfEveryGraph) {
  SelectedOps ops;
  ASSERT_TRUE(
      ops.AddModel(Written("while", fault::Pack(fault::WhileModel()))).ok());
  for (const char* op : {"WHILE", "LESS", "ADD"}) {
    EXPECT_EQ(ops.builtins.count(op), 1u) << op;
  }
}

TEST(SelectedOps, HoldsCustomOperators) {
  SelectedOps ops;
  ASSERT_TRUE(ops.AddModel("testing/c_api/testdata/atan/model.tflite").ok());
  EXPECT_EQ(ops.customs.count("Atan"), 1u);
  EXPECT_EQ(ops.builtins.count("ADD"), 1u);
  const auto source = SourceOf(ops, "tflite", "");
  ASSERT_TRUE(source.ok());
  EXPECT_THAT(*source, HasSubstr("AddCustom(\"Atan\""));
}

TEST(SelectedOps, WidensVersionsOverModels) {
  SelectedOps ops;
  for (const int version : {3, 2, 4}) {
    ModelT model = fault::AddModel();
    model.operator_codes[0]->version = version;
    ASSERT_TRUE(ops.AddModel(Written("add", fault::Pack(model))).ok());
  }
  EXPECT_EQ(ops.builtins["ADD"], SelectedOps::Versions(2, 4));
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
}  // namespace tflite::tools

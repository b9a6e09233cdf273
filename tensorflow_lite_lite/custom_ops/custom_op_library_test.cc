#include "tensorflow_lite_lite/custom_ops/custom_op_library.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace tflite {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr char kFolder[] = "tensorflow_lite_lite/custom_ops/";

TEST(CustomOpLibrary, AddsOperatorsOfBothApis) {
  MutableOpResolver resolver;
  const auto names =
      LoadCustomOpLibrary(std::string(kFolder) + "two_ops.so", &resolver);
  ASSERT_TRUE(names.ok()) << names.status();
  EXPECT_THAT(*names, ElementsAre("Classic", "Opaque"));
  EXPECT_NE(resolver.FindOp("Classic", 2), nullptr);
  EXPECT_EQ(resolver.FindOp("Classic", 3), nullptr);
  for (const int version : {1, 20}) {
    ASSERT_NE(resolver.FindOp("Opaque", version), nullptr);
    EXPECT_NE(resolver.FindOp("Opaque", version)->registration_external,
              nullptr);
  }
}

TEST(CustomOpLibrary, LoadsTheSameLibraryTwice) {
  for (int i = 0; i < 2; ++i) {
    MutableOpResolver resolver;
    EXPECT_TRUE(
        LoadCustomOpLibraries(std::string(kFolder) + "two_ops.so", &resolver)
            .ok());
  }
}

TEST(CustomOpLibrary, SaysWhatIsWrongWithALibrary) {
  MutableOpResolver resolver;
  const auto message = [&](const std::string& paths) {
    return std::string(LoadCustomOpLibraries(paths, &resolver).message());
  };
  EXPECT_THAT(message("/nonexistent.so"),
              ::testing::AllOf(HasSubstr("/nonexistent.so"),
                               HasSubstr("No such file")));
  EXPECT_THAT(message(std::string(kFolder) + "no_entry.so"),
              HasSubstr("tfll_register_custom_ops"));
  EXPECT_THAT(
      message(std::string(kFolder) + "two_ops.so," + kFolder + "fails.so"),
      HasSubstr("an operator without a name; out of operators"));
}

}  // namespace
}  // namespace tflite

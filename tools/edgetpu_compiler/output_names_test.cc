#include "tools/edgetpu_compiler/output_names.h"

#include "gtest/gtest.h"

namespace tflite::edgetpu_compiler {
namespace {

TEST(OutputNames, AreThoseOfTheModels) {
  EXPECT_EQ(OutputStem("out", "in/net.tflite"), "out/net_edgetpu");
  EXPECT_EQ(OutputStem(".", "net"), "./net_edgetpu");
  EXPECT_EQ(OutputStem(".", ".tflite"), "./.tflite_edgetpu");
  EXPECT_EQ(OutputStem("/o", "a.b.tflite"), "/o/a.b_edgetpu");
}

TEST(OutputNames, OfDifferentModelsDiffer) {
  EXPECT_TRUE(CheckOutputNames(".", {}).ok());
  EXPECT_TRUE(CheckOutputNames(".", {"a.tflite", "x/b.tflite"}).ok());
  const base::Status same =
      CheckOutputNames("out", {"a.tflite", "x/net.tflite", "y/net.tflite"});
  EXPECT_TRUE(base::IsInvalid(same));
  for (const char* part : {"x/net.tflite", "y/net.tflite", "out/net_edgetpu"}) {
    EXPECT_NE(same.message().find(part), std::string_view::npos) << same;
  }
  EXPECT_FALSE(CheckOutputNames(".", {"net", "net.tflite"}).ok());
  EXPECT_FALSE(CheckOutputNames(".", {"net.tflite", "x/../net.tflite"}).ok());
}

TEST(OutputNames, SpareTheModels) {
  const base::Status status =
      CheckOutputNames("x", {"net.tflite", "./x/net_edgetpu.tflite"});
  EXPECT_NE(status.message().find("would overwrite ./x/net_edgetpu.tflite"),
            std::string_view::npos)
      << status;
  EXPECT_TRUE(
      CheckOutputNames("y", {"net.tflite", "x/net_edgetpu.tflite"}).ok());
  const std::vector<std::string> segments = {
      "net.tflite", "net_segment_1_of_2_edgetpu.tflite"};
  EXPECT_TRUE(CheckOutputNames(".", segments).ok());
  EXPECT_TRUE(CheckOutputNames(".", segments, 3).ok());
  EXPECT_FALSE(CheckOutputNames(".", segments, 2).ok());
}

}  // namespace
}  // namespace tflite::edgetpu_compiler

// Each option of the plugin reaches the field that it stands for.
#include "delegates/edgetpu/edgetpu_options.h"

#include <cstdlib>
#include <string>

#include "gtest/gtest.h"

namespace tflite::edgetpu {
namespace {

StatusOr<EdgeTpuOptions> With(const char* key, const char* value) {
  return ParseEdgeTpuOptions(&key, &value, 1);
}
EdgeTpuOptions Parsed(const char* key, const char* value) {
  const auto options = With(key, value);
  EXPECT_TRUE(options.ok()) << options.status();
  return options.ok() ? *options : EdgeTpuOptions();
}

// The devices of this process are read once.
[[maybe_unused]] const int kSet =
    setenv("TFLL_EDGETPU_DEVICES", "usb,pci,usb", 1);

TEST(EdgeTpuPluginOptions, HaveTheDefaultsOfTheStruct) {
  const auto parsed = ParseEdgeTpuOptions(nullptr, nullptr, 0);
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  ASSERT_NE(parsed->device, nullptr);
  EXPECT_EQ(parsed->device->path, "/virtual/usb/0");
  EXPECT_EQ(parsed->device->target.name, "tiles_4x4");
  EXPECT_FALSE(parsed->report);
  EXPECT_EQ(parsed->report_json, "");
  EXPECT_EQ(parsed->program_dir, "");
  EXPECT_EQ(parsed->program_token, "");
  // Other runtimes cannot prepare the nodes of compiled models.
  EXPECT_TRUE(parsed->before_prepare);
  EXPECT_FALSE(EdgeTpuOptions().before_prepare);
}

TEST(EdgeTpuPluginOptions, ReachTheirFields) {
  EXPECT_EQ(Parsed("device", "pci").device->path, "/virtual/pci/0");
  EXPECT_EQ(Parsed("device", "usb:1").device->path, "/virtual/usb/1");
  EXPECT_EQ(Parsed("device", ":1").device->path, "/virtual/pci/0");
  EXPECT_EQ(
      Parsed("target", "plain_64x64_output_stationary").device->target.name,
      "plain_64x64_output_stationary");
  EXPECT_TRUE(Parsed("report", "true").report);
  EXPECT_EQ(Parsed("report_json", "file").report_json, "file");
  EXPECT_EQ(Parsed("serialization_dir", "folder").program_dir, "folder");
  EXPECT_EQ(Parsed("model_token", "net").program_token, "net");
  EXPECT_EQ(Parsed("deny_nodes", "ADD").nodes.deny, "ADD");
  EXPECT_EQ(
      Parsed("max_delegated_partitions", "3").nodes.max_delegated_partitions,
      3);
}

TEST(EdgeTpuPluginOptions, AreChecked) {
  EXPECT_TRUE(base::IsInvalid(With("report", "a bit").status()));
  EXPECT_TRUE(base::IsInvalid(With("device", "isa").status()));
  EXPECT_TRUE(base::IsInvalid(With("devices", "usb").status()));
  const Status target = With("target", "tiles_5x5").status();
  EXPECT_NE(target.message().find("target 'tiles_5x5' is no file"),
            std::string_view::npos)
      << target;
  const Status absent = With("device", "pci:7").status();
  EXPECT_FALSE(absent.ok());
  EXPECT_NE(absent.message().find("pci:7"), std::string_view::npos) << absent;
}

}  // namespace
}  // namespace tflite::edgetpu

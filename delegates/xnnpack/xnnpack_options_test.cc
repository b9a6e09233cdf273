// Each option of the plugin sets its field, also the number of threads, which
// changes no result.
#include "delegates/xnnpack/xnnpack_options.h"

#include <cstdint>

#include "delegates/xnnpack/xnnpack_device.h"
#include "gtest/gtest.h"

namespace tflite::xnnpack {
namespace {

constexpr uint32_t kInt8 = TFLITE_XNNPACK_DELEGATE_FLAG_QS8;
constexpr uint32_t kUInt8 = TFLITE_XNNPACK_DELEGATE_FLAG_QU8;

base::StatusOr<XnnpackOptions> With(const char* key, const char* value) {
  return ParseXnnpackOptions(&key, &value, 1);
}
XnnpackOptions Parsed(const char* key, const char* value) {
  const auto options = With(key, value);
  EXPECT_TRUE(options.ok()) << options.status().message();
  return options.ok() ? *options : XnnpackOptions();
}

TEST(XnnpackPluginOptions, HaveTheDefaultsOfTheInterfaceInC) {
  const auto parsed = ParseXnnpackOptions(nullptr, nullptr, 0);
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(parsed->c.flags, kInt8 | kUInt8);
  EXPECT_EQ(parsed->c.num_threads, 0);
  EXPECT_EQ(parsed->c.runtime_flags, 0u);
  EXPECT_TRUE(parsed->take_float);
}

TEST(XnnpackPluginOptions, ReachTheirFields) {
  EXPECT_EQ(Parsed("num_threads", "3").c.num_threads, 3);
  EXPECT_EQ(Parsed("runtime_flags", "5").c.runtime_flags, 5u);
  EXPECT_FALSE(Parsed("take_float", "false").take_float);
  EXPECT_EQ(Parsed("take_int8", "false").c.flags, kUInt8);
  EXPECT_EQ(Parsed("take_uint8", "false").c.flags, kInt8);
  EXPECT_EQ(Parsed("force_fp16", "true").c.flags,
            kInt8 | kUInt8 | TFLITE_XNNPACK_DELEGATE_FLAG_FORCE_FP16);
  EXPECT_EQ(Parsed("deny_nodes", "ADD").nodes.deny, "ADD");
}

TEST(XnnpackPluginOptions, AreCheckedForTheirType) {
  EXPECT_TRUE(base::IsInvalid(With("num_threads", "many").status()));
  EXPECT_TRUE(base::IsInvalid(With("take_int8", "2").status()));
  EXPECT_TRUE(base::IsInvalid(With("backend", "avx").status()));
}

TEST(XnnpackThreads, AreSharedWhileTheirNumberStays) {
  ASSERT_TRUE(InitializeXnnpack().ok());
  XnnThreads threads;
  EXPECT_EQ(threads.Get(1), nullptr);
  EXPECT_EQ(threads.Get(0), nullptr);
  const auto two = threads.Get(2);
  ASSERT_NE(two, nullptr);
  EXPECT_EQ(threads.Get(2), two);
  const auto three = threads.Get(3);
  ASSERT_NE(three, nullptr);
  EXPECT_NE(three, two);
  EXPECT_EQ(threads.Get(3), three);
  // More than the limit are as many as the limit.
  const auto most = threads.Get(XnnThreads::kMost);
  ASSERT_NE(most, nullptr);
  EXPECT_EQ(threads.Get(XnnThreads::kMost + 1), most);
  EXPECT_EQ(threads.Get(1), nullptr);
}

TEST(XnnpackThreads, AreAsManyAsAskedOrElseRecommended) {
  TfLiteContext host{};
  host.recommended_num_threads = 3;
  EXPECT_EQ(XnnThreads::Number(2, host), 2);
  EXPECT_EQ(XnnThreads::Number(1, host), 1);
  EXPECT_EQ(XnnThreads::Number(0, host), 3);
  EXPECT_EQ(XnnThreads::Number(-1, host), 3);
  host.recommended_num_threads = -1;
  EXPECT_EQ(XnnThreads::Number(0, host), 1);
  EXPECT_EQ(XnnThreads::Number(1000, host), XnnThreads::kMost);
}

}  // namespace
}  // namespace tflite::xnnpack

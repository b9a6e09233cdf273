// The recorded results equal those of the reference kernels.
#include "delegates/gpu/self_check/recorded.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "delegates/gpu/tests/record.h"

namespace tflite::gpu {
namespace {

// If a reference kernel has changed on purpose, or a window was added, run
// ./bazelw run //delegates/gpu/tests:record
TEST(GpuRecords, AreWhatTheReferenceKernelsCompute) {
  std::ifstream in("delegates/gpu/self_check/recorded.golden");
  ASSERT_TRUE(in.good());
  const std::string kept({std::istreambuf_iterator<char>(in), {}});
  const auto now = RecordResults();
  ASSERT_TRUE(now.ok()) << now.status();
  EXPECT_EQ(kept, *now);
}

TEST(GpuRecords, HaveNamesOfTheirOwn) {
  std::set<std::string> names;
  for (const GpuRecord& record : GpuRecords()) {
    EXPECT_TRUE(names.insert(record.name).second) << record.name;
    EXPECT_EQ(FindGpuRecord(record.name).data(), record.values.data());
  }
  EXPECT_FALSE(names.empty());
  EXPECT_TRUE(FindGpuRecord("none").empty());
}

}  // namespace
}  // namespace tflite::gpu

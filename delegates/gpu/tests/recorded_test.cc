// The recorded results equal those of the reference kernels.
#include "delegates/gpu/self_check/recorded.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "delegates/gpu/kernels/kernels.h"
#include "delegates/gpu/self_check/case_problems.h"
#include "delegates/gpu/self_check/problems.h"
#include "delegates/gpu/tests/record.h"
#include "delegates/gpu/tests/record_cases.h"
#include "tensorflow_lite_lite/base/strings.h"

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

std::string Contents(const char* path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

// If lowering, a case or a reference kernel has changed on purpose, run
// ./bazelw run //delegates/gpu/tests:record_cases
TEST(GpuCaseProblems, AreWhatTheirCasesGive) {
  const auto now = RecordSameProblems();
  ASSERT_TRUE(now.ok()) << now.status();
  EXPECT_EQ(Contents("delegates/gpu/self_check/case_problems.golden"), *now);
}

// If this fails, a kernel or a case was added: record the cases again.
TEST(GpuCaseProblems, CoverEveryVariantOfLowering) {
  const std::set<GpuKernelSpec> variants = RequestedVariants();
  EXPECT_GT(variants.size(), 500u);
  std::set<std::string> kernels;
  for (const GpuKernelSpec& spec : variants) {
    const auto problem = MakeGpuProblem(spec);
    EXPECT_TRUE(problem.has_value()) << ToString(spec);
    if (problem) kernels.insert(spec.kernel);
  }
  // Kernels of half precision are checked with the problems of the others;
  // these two convert between both.
  kernels.insert({"load_real", "store_real"});
  for (const GpuKernelText& kernel : GpuKernels().all()) {
    if (base::EndsWith(kernel.name, "_half")) continue;
    EXPECT_EQ(kernels.count(kernel.name), 1u) << kernel.name;
  }
}

TEST(GpuCaseProblems, AreOfTheVariantsTheyName) {
  for (const GpuCaseProblem& recorded : GpuCaseProblems()) {
    for (const std::string& variant : VariantsOf(recorded)) {
      const auto at = variant.find_first_of("< ");
      const std::string kernel = variant.substr(0, at);
      EXPECT_TRUE(GpuKernels().Find(kernel) != nullptr ||
                  GpuKernels().Find(kernel + "_half") != nullptr)
          << variant;
    }
  }
}

TEST(GpuData, IsReadAsItWasWritten) {
  for (const std::vector<uint32_t>& words : std::vector<std::vector<uint32_t>>{
           {0x01020304, 0xfffefdfc},
           {0x3f800000, 0xc0400000, 0x3f800000},
           {1, static_cast<uint32_t>(-1), 2047, static_cast<uint32_t>(-2048)},
           {0x12345678, 0x9abcdef0, 7},
           std::vector<uint32_t>(1000, 0x12345678)}) {
    const std::string data = ToGpuData(words) + "\nnext";
    const char* at = data.c_str();
    EXPECT_EQ(FromGpuData(&at, words.size()), words);
    EXPECT_STREQ(at, "\nnext");
  }
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

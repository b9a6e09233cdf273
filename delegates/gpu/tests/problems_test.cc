// The self-check decides on which drivers a kernel runs, so that its problems
// must not become easier unnoticed: problems.golden has a digest of each.
//
// If a problem was changed on purpose, or a kernel was added, run
// ./bazelw run //delegates/gpu/tests:problems_test -- --update_golden
#include "delegates/gpu/self_check/problems.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "delegates/gpu/kernels/kernels.h"
#include "delegates/gpu/tests/lowered_kernels.h"
#include "testing/conformance/suite.h"
#include "testing/digest.h"
#include "testing/sample.h"

namespace tflite::gpu {
namespace {

constexpr char kGolden[] = "delegates/gpu/tests/problems.golden";

// "conv_2d 8 8 1 VEC=4 ACT=1".
std::string LineOf(const GpuKernelSpec& spec) {
  std::ostringstream line;
  line << spec.kernel;
  for (const uint32_t extent : spec.workgroup) line << ' ' << extent;
  for (const auto& [name, value] : spec.constants) {
    line << ' ' << name << '=' << value;
  }
  return line.str();
}

GpuKernelSpec SpecOf(const std::string& line) {
  std::istringstream words(line);
  GpuKernelSpec spec;
  words >> spec.kernel;
  for (uint32_t& extent : spec.workgroup) words >> extent;
  for (std::string word; words >> word;) {
    const size_t sign = word.find('=');
    spec.constants.emplace_back(word.substr(0, sign),
                                std::atoi(word.c_str() + sign + 1));
  }
  return spec;
}

std::string DigestOf(const GpuKernelSpec& spec) {
  const auto problem = MakeGpuProblem(spec);
  if (!problem) return "none";
  Digest digest;
  for (const GpuCall& call : problem->calls) {
    digest.Add(ToString(call.spec)).Add(call.kind).AddAll(call.params);
    for (const uint32_t count : call.groups) digest.Add(count);
    for (const GpuOperand& operand : call.operands) {
      digest.Add(operand.value).Add(operand.written);
    }
    digest.Add(call.post_operand).Add(call.post_unit).Add(call.channels);
    for (const GpuFunction& f : call.chain) {
      digest.Add(f.code).Add(f.place).Add(f.other).Add(f.swapped);
      digest.Add(f.p).Add(f.q);
    }
  }
  for (const auto& value : problem->values) digest.AddAll(value);
  for (const GpuResult& result : problem->results) {
    digest.Add(result.value).Add(result.bytes).Add(result.type);
    digest.Add(result.absolute).Add(result.relative).Add(result.steps);
    digest.AddAll(result.expected);
  }
  return digest.text();
}

std::set<std::string> WithProblems() {
  std::set<std::string> kernels;
  for (const GpuKernelText& kernel : GpuKernels().all()) {
    if (MakeGpuProblem({kernel.name, {}, {64, 1, 1}})) {
      kernels.insert(kernel.name);
    }
  }
  return kernels;
}

TEST(GpuProblems, AreTheRecordedOnes) {
  const auto kept = ReadDigests(kGolden);
  std::set<std::string> missing = WithProblems();
  for (const auto& [line, digest] : kept) {
    const GpuKernelSpec spec = SpecOf(line);
    EXPECT_EQ(DigestOf(spec), digest) << line;
    missing.erase(spec.kernel);
  }
  for (const std::string& kernel : missing) {
    ADD_FAILURE() << kernel << " is not in the file";
  }
  EXPECT_GT(kept.size(), 200u);
}

// Whatever a sample of the cases uses on any device, and each kernel without
// constants.
int UpdateGolden(const std::string& root) {
  const auto cases = SampledGpuCases(root + "/");
  std::set<std::string> lines;
  for (const std::string& kernel : WithProblems()) {
    lines.insert(LineOf({kernel, {}, {64, 1, 1}}));
  }
  for (const GpuCaps& caps : AllKindsOfGpuCaps()) {
    for (const GpuKernelSpec& spec :
         LoweredKernels(cases, caps, /*half=*/false)) {
      if (MakeGpuProblem(spec)) lines.insert(LineOf(spec));
    }
  }
  std::map<std::string, std::string> digests;
  for (const std::string& line : lines) digests[line] = DigestOf(SpecOf(line));
  return WriteDigests(
      root + "/" + kGolden,
      "Digests of the self-check's problems, see problems_test.cc.", digests);
}

}  // namespace
}  // namespace tflite::gpu

int main(int argc, char** argv) {
  return tflite::TestOrUpdateDigests(argc, argv, tflite::gpu::UpdateGolden);
}

#include "delegates/gpu/device/vulkan/spirv_prune.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <set>
#include <string>

#include "delegates/gpu/kernels/functions.inc"
#include "delegates/gpu/kernels/kernels.h"

namespace tflite::gpu {
namespace {

using ::testing::ElementsAreArray;

using Words = std::vector<uint32_t>;
using Instructions = std::vector<Words>;  // the first word of each is the
                                          // operation

constexpr uint32_t kHeader[] = {0x07230203, 0x10300, 0, 100, 0};

Words Module(const Instructions& instructions) {
  Words module(std::begin(kHeader), std::end(kHeader));
  for (Words words : instructions) {
    words[0] |= static_cast<uint32_t>(words.size()) << 16;
    module.insert(module.end(), words.begin(), words.end());
  }
  return module;
}

Instructions Split(const Words& module) {
  Instructions all;
  for (size_t at = std::size(kHeader); at < module.size();) {
    const uint32_t count = module[at] >> 16;
    if (count == 0 || count > module.size() - at) return {};
    all.emplace_back(module.begin() + at, module.begin() + at + count);
    all.back()[0] &= 0xffff;
    at += count;
  }
  return all;
}

// Ids: types void 1, function 2, bool 3, int 4; constants 0 5, 10 6; main 20.
const Instructions& Start() {
  static const auto* const kStart =
      new Instructions{{15, 5, 20, 0},  // an entry point
                       {71, 10, 1, 3},  // 10 is constant 3
                       {19, 1},
                       {33, 2, 1},
                       {20, 3},  // types
                       {21, 4, 32, 1},
                       {43, 4, 5, 0},  // id 5: 0
                       {43, 4, 6, 7},
                       {50, 4, 10, 0},            // id 6: 7; id 10: constant 3,
                                                  // default 0
                       {52, 3, 11, 170, 10, 6}};  // id 11: constant 3 == 7
  return *kStart;
}

Instructions Then(const Instructions& more) {
  Instructions all = Start();
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

// main calls 30 if constant 3 is 7, else 31.
Words Choice() {
  return Module(Then({{54, 1, 20, 0, 2},
                      {248, 40},
                      {247, 43, 0},
                      {250, 11, 41, 42},
                      {248, 41},
                      {57, 1, 50, 30},
                      {249, 43},
                      {248, 42},
                      {57, 1, 51, 31},
                      {249, 43},
                      {248, 43},
                      {245, 4, 52, 5, 41, 6, 42},
                      {253},
                      {56},
                      {54, 1, 30, 0, 2},
                      {248, 44},
                      {253},
                      {56},
                      {54, 1, 31, 0, 2},
                      {248, 45},
                      {253},
                      {56}}));
}

TEST(PruneSpirv, LeavesTheBranchThatIsTakenAndWhatItCalls) {
  EXPECT_THAT(PruneSpirv(Choice(), {{3, 7}}),
              ElementsAreArray(Module(Then({{54, 1, 20, 0, 2},
                                            {248, 40},
                                            {249, 41},
                                            {248, 41},
                                            {57, 1, 50, 30},
                                            {249, 43},
                                            {248, 43},
                                            {245, 4, 52, 5, 41},
                                            {253},
                                            {56},
                                            {54, 1, 30, 0, 2},
                                            {248, 44},
                                            {253},
                                            {56}}))));
}

TEST(PruneSpirv, TakesTheDefaultsOfConstantsThatAreNotGiven) {
  EXPECT_EQ(PruneSpirv(Choice(), {}), PruneSpirv(Choice(), {{3, 0}}));
  EXPECT_NE(PruneSpirv(Choice(), {}), PruneSpirv(Choice(), {{3, 7}}));
}

TEST(PruneSpirv, LeavesWhatARunDecides) {
  Words module = Choice();
  // The branch depends on an unknown id instead.
  for (size_t i = 0; i + 1 < module.size(); ++i) {
    if (module[i] == (4u << 16 | 250) && module[i + 1] == 11) {
      module[i + 1] = 99;
    }
  }
  EXPECT_EQ(PruneSpirv(module, {{3, 7}}), module);
}

// A loop that returns in its first iteration: its continue target and merge
// block are referenced but not reached.
TEST(PruneSpirv, KeepsBlocksThatStructureNeeds) {
  const Words module = Module(Then({{54, 1, 20, 0, 2},
                                    {248, 40},
                                    {249, 41},
                                    {248, 41},
                                    {246, 46, 45, 0},
                                    {249, 42},
                                    {248, 42},
                                    {247, 44, 0},
                                    {250, 11, 43, 44},
                                    {248, 43},
                                    {253},
                                    {248, 44},
                                    {249, 45},
                                    {248, 45},
                                    {249, 41},
                                    {248, 46},
                                    {253},
                                    {56}}));
  EXPECT_THAT(PruneSpirv(module, {{3, 7}}),
              ElementsAreArray(Module(Then({{54, 1, 20, 0, 2},
                                            {248, 40},
                                            {249, 41},
                                            {248, 41},
                                            {246, 46, 45, 0},
                                            {249, 42},
                                            {248, 42},
                                            {249, 43},
                                            {248, 43},
                                            {253},
                                            {248, 45},
                                            {249, 41},
                                            {248, 46},
                                            {255},
                                            {56}}))));
}

TEST(PruneSpirv, LeavesNamesAndDecorationsOfWhatIsGone) {
  Instructions named = Split(Choice());
  named.insert(named.begin() + 1, {{5, 31, 0x61}, {71, 51, 0}, {71, 50, 0}});
  Instructions left = Split(PruneSpirv(Choice(), {{3, 7}}));
  left.insert(left.begin() + 1, {71, 50, 0});
  EXPECT_EQ(Split(PruneSpirv(Module(named), {{3, 7}})), left);
}

TEST(PruneSpirv, GivesBackAModuleThatIsCutOff) {
  const Words module = Choice();
  for (size_t size = 0; size < module.size(); ++size) {
    const Words part(module.begin(), module.begin() + size);
    const Words pruned = PruneSpirv(part, {{3, 7}});
    // After the end of a function, truncation cannot be detected.
    if (pruned != part) {
      EXPECT_EQ(part[size - 1], 1u << 16 | 56) << size;
    }
  }
}

uint32_t IdOf(const GpuKernelText& kernel, const std::string& constant) {
  for (size_t i = 0; i < kernel.constants.size(); ++i) {
    if (kernel.constants[i].name == constant) {
      return static_cast<uint32_t>(i) + 3;
    }
  }
  return 0;
}

// The blocks and functions that a module refers to but does not define.
std::set<uint32_t> Missing(const Words& module) {
  std::set<uint32_t> named, defined;
  for (const Words& i : Split(module)) {
    if (i[0] == 57) named.insert(i[3]);
    if (i[0] == 246) named.insert({i[1], i[2]});
    if (i[0] == 247 || i[0] == 249) named.insert(i[1]);
    if (i[0] == 250) named.insert({i[2], i[3]});
    if (i[0] == 54) defined.insert(i[2]);
    if (i[0] == 248) defined.insert(i[1]);
  }
  for (const uint32_t id : defined) named.erase(id);
  return named;
}

TEST(PruneSpirv, LeavesAllThatKernelsReferTo) {
  for (const GpuKernelText& kernel : GpuKernels().all()) {
    if (kernel.spirv.empty()) continue;
    const uint32_t slot = IdOf(kernel, "POST0");
    for (int code = 0; code <= GPU_FN_PRELU; ++code) {
      const Words pruned =
          PruneSpirv(kernel.spirv, {{slot, code | GPU_POST_SAME}});
      ASSERT_FALSE(Split(pruned).empty()) << kernel.name;
      EXPECT_TRUE(Missing(pruned).empty()) << kernel.name << " " << code;
      if (slot == 0) break;
    }
  }
}

// This reduces start-up time.
TEST(PruneSpirv, LeavesAFewOfAChainsFunctions) {
  const GpuKernelText* const map = GpuKernels().Find("map_f4");
  ASSERT_NE(map, nullptr);
  ASSERT_FALSE(map->spirv.empty());
  const auto size_with = [&](int code) {
    return PruneSpirv(map->spirv, {{IdOf(*map, "POST0"), code}}).size();
  };
  EXPECT_LT(size_with(GPU_FN_CLAMP), map->spirv.size() / 3);
  EXPECT_LT(size_with(GPU_FN_CLAMP), size_with(GPU_FN_GELU_ERF));
  EXPECT_LT(size_with(GPU_FN_GELU_ERF), map->spirv.size() / 2);
}

}  // namespace
}  // namespace tflite::gpu

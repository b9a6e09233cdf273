#include "delegates/gpu/device/vulkan/spirv_prune.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "delegates/gpu/device/vulkan/spirv_constants.h"
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
                                    {245, 4, 53, 5, 40, 6, 45},
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
                                            {245, 4, 53, 5, 40, 6, 45},
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

// Its header cannot become a plain branch.
TEST(PruneSpirv, LeavesTheConditionOfALoop) {
  const Words module = Module(Then({{54, 1, 20, 0, 2},
                                    {248, 40},
                                    {249, 41},
                                    {248, 41},
                                    {246, 43, 42, 0},
                                    {250, 11, 42, 43},
                                    {248, 42},
                                    {249, 41},
                                    {248, 43},
                                    {253},
                                    {56}}));
  EXPECT_EQ(PruneSpirv(module, {{3, 7}}), module);
}

TEST(PruneSpirv, LeavesAllCasesOfASwitch) {
  Instructions all = Then({{54, 1, 20, 0, 2},
                           {248, 40},
                           {247, 44, 0},
                           {251, 99, 41, 5, 42, 7, 43},
                           {248, 41},
                           {249, 44},
                           {248, 42},
                           {249, 44},
                           {248, 43},
                           {249, 44},
                           {248, 44},
                           {253},
                           {56}});
  const Words module = Module(all);
  all.insert(all.end() - 1, {{248, 7}, {253}});  // no case
  EXPECT_EQ(PruneSpirv(Module(all), {}), module);
}

TEST(PruneSpirv, GivesBackWhatIsNoModule) {
  const Instructions function = {{54, 1, 20, 0, 2}, {248, 40}, {253}, {56}};
  const auto with = [&function](size_t at, const Words& instruction) {
    Instructions some = function;
    some.insert(some.begin() + at, instruction);
    return Module(Then(some));
  };
  // A function within another, and one without its end.
  EXPECT_EQ(PruneSpirv(with(2, {54, 1, 21, 0, 2}), {}),
            with(2, {54, 1, 21, 0, 2}));
  // Instructions behind the end of a block.
  EXPECT_EQ(PruneSpirv(with(3, {57, 1, 50, 20}), {}), with(3, {57, 1, 50, 20}));
  EXPECT_EQ(PruneSpirv(with(3, {253}), {}), with(3, {253}));
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

// What is not reached may use ids in places where others define some.
TEST(PruneSpirv, LeavesDecorationsOfWhatOthersUse) {
  for (const Words& user : {Words{62, 70, 50},
                            {63, 70, 50},
                            {224, 5, 50, 5},
                            {225, 5, 50},
                            {8, 1, 50, 0}}) {
    Instructions all = Split(Choice());
    all.insert(all.begin() + 1, {71, 50, 0});
    // In the branch that is not taken.
    all.insert(std::find(all.begin(), all.end(), Words{57, 1, 51, 31}), user);
    EXPECT_EQ(Split(PruneSpirv(Module(all), {{3, 7}}))[1], (Words{71, 50, 0}))
        << user[0];
  }
  // Parameters of a function that is gone, and of one that is not.
  Instructions all = Split(Choice());
  all.insert(all.begin() + 1, {{71, 60, 0}, {71, 61, 0}, {71, 31, 0}});
  for (const auto& [function, id] : {std::pair(30u, 60u), {31u, 61u}}) {
    const auto start =
        std::find(all.begin(), all.end(), Words{54, 1, function, 0, 2});
    all.insert(start + 1, {55, 4, id});
  }
  const Instructions left = Split(PruneSpirv(Module(all), {{3, 7}}));
  EXPECT_EQ(left[1], (Words{71, 60, 0}));
  EXPECT_EQ(left[2], (Words{71, 10, 1, 3}));
}

// The result, as a constant and in a function.
std::optional<uint32_t> Computed(uint32_t op, const Words& operands) {
  const std::map<uint32_t, int32_t> given;
  SpirvConstants constants(given);
  Instructions all = {{20, 3}, {21, 4, 32, 1}};
  Words as_constant = {52, 4, 30, op}, in_function = {op, 4, 31};
  for (const uint32_t operand : operands) {
    const auto id = static_cast<uint32_t>(all.size()) + 10;
    all.push_back({43, 4, id, operand});
    as_constant.push_back(id);
    in_function.push_back(id);
  }
  all.push_back(as_constant);
  all.push_back(in_function);
  for (const Words& words : all) {
    const Words counted = Module({words});
    constants.Note({&counted[std::size(kHeader)]});
  }
  EXPECT_EQ(constants.Of(30), constants.Of(31)) << op;
  return constants.Of(30);
}

TEST(SpirvConstants, AreComputed) {
  constexpr uint32_t kMinus1 = ~0u;
  EXPECT_EQ(Computed(kOpIAdd, {7, 5}), 12u);
  EXPECT_EQ(Computed(kOpISub, {5, 7}), ~uint32_t{1});
  EXPECT_EQ(Computed(kOpIMul, {7, 5}), 35u);
  for (const uint32_t op : {kOpBitwiseOr, kOpLogicalOr}) {
    EXPECT_EQ(Computed(op, {6, 3}), 7u);
  }
  for (const uint32_t op : {kOpBitwiseAnd, kOpLogicalAnd}) {
    EXPECT_EQ(Computed(op, {6, 3}), 2u);
  }
  EXPECT_EQ(Computed(kOpBitwiseXor, {6, 3}), 5u);
  EXPECT_EQ(Computed(kOpLogicalNot, {0}), 1u);
  EXPECT_EQ(Computed(kOpLogicalNot, {1}), 0u);
  EXPECT_EQ(Computed(kOpSelect, {1, 8, 9}), 8u);
  EXPECT_EQ(Computed(kOpSelect, {0, 8, 9}), 9u);
  EXPECT_EQ(Computed(kOpFunctionCall, {0, 8}), std::nullopt);
  // Less, equal, greater; then with signs, where all but the first is greater.
  const std::vector<std::pair<uint32_t, std::string>> compared = {
      {kOpIEqual, "01000"},
      {kOpLogicalEqual, "01000"},
      {kOpINotEqual, "10111"},
      {kOpLogicalNotEqual, "10111"},
      {kOpUGreaterThan, "00110"},
      {kOpSGreaterThan, "00101"},
      {kOpUGreaterThanEqual, "01110"},
      {kOpSGreaterThanEqual, "01101"},
      {kOpULessThan, "10001"},
      {kOpSLessThan, "10010"},
      {kOpULessThanEqual, "11001"},
      {kOpSLessThanEqual, "11010"}};
  for (const auto& [op, expected] : compared) {
    std::string results;
    for (const Words& pair :
         {Words{1, 2}, {2, 2}, {2, 1}, {kMinus1, 1}, {1, kMinus1}}) {
      results += std::to_string(Computed(op, pair).value_or(9));
    }
    EXPECT_EQ(results, expected) << op;
  }
}

TEST(SpirvConstants, AreThoseOf32BitsAndBooleans) {
  const std::map<uint32_t, int32_t> given = {{3, 7}, {4, 0}, {5, 1}};
  SpirvConstants constants(given);
  for (const Words& words :
       Instructions{{71, 10, 1, 3},
                    {71, 11, 1, 4},
                    {71, 12, 1, 5},
                    {71, 13, 2, 5},  // no constant's number
                    {20, 3},
                    {21, 4, 32, 1},
                    {21, 5, 16, 1},
                    {22, 6, 32},
                    {50, 4, 10, 1},
                    {48, 3, 11},
                    {49, 3, 12},
                    {49, 3, 13},
                    {48, 3, 14},
                    {41, 3, 15},
                    {42, 3, 16},
                    {43, 5, 17, 2},
                    {43, 6, 18, 2},
                    {50, 6, 19, 2},
                    {128, 5, 20, 10, 10}}) {
    const Words counted = Module({words});
    constants.Note({&counted[std::size(kHeader)]});
  }
  std::string known;
  for (uint32_t id = 10; id <= 20; ++id) {
    known += std::to_string(constants.Of(id).value_or(9));
  }
  EXPECT_EQ(known, "70101109999");
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

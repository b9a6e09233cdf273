#ifndef DELEGATES_GPU_DEVICE_VULKAN_SPIRV_CONSTANTS_H_
#define DELEGATES_GPU_DEVICE_VULKAN_SPIRV_CONSTANTS_H_

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace tflite::gpu {

// The SPIR-V operations that matter here.
enum SpirvOp : uint32_t {
  kOpName = 5,
  kOpMemberName = 6,
  kOpLine = 8,
  kOpEntryPoint = 15,
  kOpTypeBool = 20,
  kOpTypeInt = 21,
  kOpConstantTrue = 41,
  kOpConstantFalse = 42,
  kOpConstant = 43,
  kOpSpecConstantTrue = 48,
  kOpSpecConstantFalse = 49,
  kOpSpecConstant = 50,
  kOpSpecConstantOp = 52,
  kOpFunction = 54,
  kOpFunctionEnd = 56,
  kOpFunctionCall = 57,
  kOpStore = 62,
  kOpCopyMemory = 63,
  kOpDecorate = 71,
  kOpIAdd = 128,
  kOpISub = 130,
  kOpIMul = 132,
  kOpLogicalEqual = 164,
  kOpLogicalNotEqual = 165,
  kOpLogicalOr = 166,
  kOpLogicalAnd = 167,
  kOpLogicalNot = 168,
  kOpSelect = 169,
  kOpIEqual = 170,
  kOpINotEqual = 171,
  kOpUGreaterThan = 172,
  kOpSGreaterThan = 173,
  kOpUGreaterThanEqual = 174,
  kOpSGreaterThanEqual = 175,
  kOpULessThan = 176,
  kOpSLessThan = 177,
  kOpULessThanEqual = 178,
  kOpSLessThanEqual = 179,
  kOpBitwiseOr = 197,
  kOpBitwiseXor = 198,
  kOpBitwiseAnd = 199,
  kOpControlBarrier = 224,
  kOpMemoryBarrier = 225,
  kOpPhi = 245,
  kOpLoopMerge = 246,
  kOpSelectionMerge = 247,
  kOpLabel = 248,
  kOpBranch = 249,
  kOpBranchConditional = 250,
  kOpSwitch = 251,
  kOpUnreachable = 255,
};

// An instruction; points into the module's words.
struct SpirvInstruction {
  const uint32_t* words;
  uint32_t op() const { return words[0] & 0xffff; }
  uint32_t count() const { return words[0] >> 16; }
  // 0, which is no id, beyond the end.
  uint32_t operator[](uint32_t i) const { return i < count() ? words[i] : 0; }
};

// The known values of a module's scalar constants: booleans and 32-bit
// integers.
class SpirvConstants {
 public:
  explicit SpirvConstants(const std::map<uint32_t, int32_t>& given)
      : given_(given) {}

  std::optional<uint32_t> Of(uint32_t id) const {
    const auto at = values_.find(id);
    if (at == values_.end()) return std::nullopt;
    return at->second;
  }

  // Called for the instructions in the module's order.
  void Note(const SpirvInstruction& i);

 private:
  uint32_t Given(uint32_t id, uint32_t otherwise) const;
  // The operands are the ids from word `first`.
  void Evaluate(const SpirvInstruction& i, uint32_t op, uint32_t first);

  const std::map<uint32_t, int32_t>& given_;
  std::unordered_map<uint32_t, uint32_t> spec_ids_;  // by id
  std::unordered_set<uint32_t> scalars_;             // types
  std::unordered_map<uint32_t, uint32_t> values_;    // by id
};

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_DEVICE_VULKAN_SPIRV_CONSTANTS_H_

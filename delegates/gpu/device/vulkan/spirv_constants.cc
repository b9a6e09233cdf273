#include "delegates/gpu/device/vulkan/spirv_constants.h"

namespace tflite::gpu {
namespace {

constexpr uint32_t kSpecId = 1;  // decoration SpecId

std::optional<uint32_t> Compare(uint32_t op, uint32_t x, uint32_t y) {
  const auto a = static_cast<int32_t>(x), b = static_cast<int32_t>(y);
  switch (op) {
    case kOpLogicalEqual:
    case kOpIEqual:
      return x == y;
    case kOpLogicalNotEqual:
    case kOpINotEqual:
      return x != y;
    case kOpUGreaterThan:
      return x > y;
    case kOpSGreaterThan:
      return a > b;
    case kOpUGreaterThanEqual:
      return x >= y;
    case kOpSGreaterThanEqual:
      return a >= b;
    case kOpULessThan:
      return x < y;
    case kOpSLessThan:
      return a < b;
    case kOpULessThanEqual:
      return x <= y;
    case kOpSLessThanEqual:
      return a <= b;
    default:
      return std::nullopt;
  }
}

std::optional<uint32_t> Compute(uint32_t op, uint32_t x, uint32_t y) {
  switch (op) {
    case kOpIAdd:
      return x + y;
    case kOpISub:
      return x - y;
    case kOpIMul:
      return x * y;
    case kOpLogicalOr:
    case kOpBitwiseOr:
      return x | y;
    case kOpLogicalAnd:
    case kOpBitwiseAnd:
      return x & y;
    case kOpBitwiseXor:
      return x ^ y;
    default:
      return Compare(op, x, y);
  }
}

}  // namespace

void SpirvConstants::Note(const SpirvInstruction& i) {
  switch (i.op()) {
    case kOpDecorate:
      if (i[2] == kSpecId) spec_ids_[i[1]] = i[3];
      return;
    case kOpTypeBool:
      scalars_.insert(i[1]);
      return;
    case kOpTypeInt:
      if (i[2] == 32) scalars_.insert(i[1]);
      return;
    case kOpConstantTrue:
    case kOpConstantFalse:
      values_[i[2]] = i.op() == kOpConstantTrue;
      return;
    case kOpSpecConstantTrue:
    case kOpSpecConstantFalse:
      values_[i[2]] = Given(i[2], i.op() == kOpSpecConstantTrue) != 0;
      return;
    case kOpConstant:
      if (scalars_.count(i[1]) != 0) values_[i[2]] = i[3];
      return;
    case kOpSpecConstant:
      if (scalars_.count(i[1]) != 0) values_[i[2]] = Given(i[2], i[3]);
      return;
    case kOpSpecConstantOp:
      Evaluate(i, i[3], 4);
      return;
    default:
      Evaluate(i, i.op(), 3);
  }
}

uint32_t SpirvConstants::Given(uint32_t id, uint32_t otherwise) const {
  const auto spec_id = spec_ids_.find(id);
  if (spec_id == spec_ids_.end()) return otherwise;
  const auto at = given_.find(spec_id->second);
  return at == given_.end() ? otherwise : static_cast<uint32_t>(at->second);
}

void SpirvConstants::Evaluate(const SpirvInstruction& i, uint32_t op,
                              uint32_t first) {
  if (scalars_.count(i[1]) == 0) return;
  const auto x = Of(i[first]), y = Of(i[first + 1]);
  std::optional<uint32_t> value;
  if (op == kOpLogicalNot) {
    if (x) value = *x == 0;
  } else if (op == kOpSelect) {
    if (x) value = *x != 0 ? y : Of(i[first + 2]);
  } else if (x && y) {
    value = Compute(op, *x, *y);
  }
  if (value) values_[i[2]] = *value;
}

}  // namespace tflite::gpu

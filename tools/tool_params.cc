#include "tools/tool_params.h"

#include "tools/logging.h"

namespace tflite {
namespace tools {

void ToolParam::AssertHasSameType(ParamType a, ParamType b) {
  TFLITE_TOOLS_CHECK(a == b) << "A parameter is used with another type.";
}

template <>
ToolParam::ParamType ToolParam::GetValueType<int32_t>() {
  return ParamType::TYPE_INT32;
}
template <>
ToolParam::ParamType ToolParam::GetValueType<float>() {
  return ParamType::TYPE_FLOAT;
}
template <>
ToolParam::ParamType ToolParam::GetValueType<bool>() {
  return ParamType::TYPE_BOOL;
}
template <>
ToolParam::ParamType ToolParam::GetValueType<std::string>() {
  return ParamType::TYPE_STRING;
}

void ToolParams::AssertParamExists(const std::string& name) const {
  TFLITE_TOOLS_CHECK(HasParam(name)) << "There is no parameter " << name << ".";
}

void ToolParams::Set(const ToolParams& other) {
  for (const auto& [name, param] : params_) {
    const ToolParam* value = other.GetParam(name);
    if (value != nullptr) param->Set(*value);
  }
}

void ToolParams::Merge(const ToolParams& other, bool overwrite) {
  for (const auto& [name, param] : other.params_) {
    const auto it = params_.find(name);
    if (it == params_.end()) {
      AddParam(name, param->Clone());
    } else if (overwrite) {
      it->second->Set(*param);
    }
  }
}

}  // namespace tools
}  // namespace tflite

#ifndef TOOLS_TOOL_PARAMS_H_
#define TOOLS_TOOL_PARAMS_H_

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>

namespace tflite {
namespace tools {

template <typename T>
class TypedToolParam;

// The value of one parameter, whether it was set, and its position on the
// command line.
class ToolParam {
 protected:
  enum class ParamType { TYPE_INT32, TYPE_FLOAT, TYPE_BOOL, TYPE_STRING };
  template <typename T>
  static ParamType GetValueType();

 public:
  template <typename T>
  static std::unique_ptr<ToolParam> Create(const T& default_value,
                                           int position = 0) {
    auto param = std::make_unique<TypedToolParam<T>>(default_value);
    param->SetPosition(position);
    return param;
  }

  // This parameter as one of type T. Another type is a programming error, which
  // ends the program with a message.
  template <typename T>
  TypedToolParam<T>* AsTyped() {
    AssertHasSameType(GetValueType<T>(), type_);
    return static_cast<TypedToolParam<T>*>(this);
  }
  template <typename T>
  const TypedToolParam<T>* AsConstTyped() const {
    AssertHasSameType(GetValueType<T>(), type_);
    return static_cast<const TypedToolParam<T>*>(this);
  }

  explicit ToolParam(ParamType type) : type_(type) {}
  virtual ~ToolParam() = default;

  bool HasValueSet() const { return has_value_set_; }
  int GetPosition() const { return position_; }
  void SetPosition(int position) { position_ = position; }

  virtual void Set(const ToolParam& other) = 0;
  virtual std::unique_ptr<ToolParam> Clone() const = 0;

 protected:
  static void AssertHasSameType(ParamType a, ParamType b);

  bool has_value_set_ = false;
  int position_ = 0;

 private:
  const ParamType type_;
};

template <>
ToolParam::ParamType ToolParam::GetValueType<int32_t>();
template <>
ToolParam::ParamType ToolParam::GetValueType<float>();
template <>
ToolParam::ParamType ToolParam::GetValueType<bool>();
template <>
ToolParam::ParamType ToolParam::GetValueType<std::string>();

template <typename T>
class TypedToolParam : public ToolParam {
 public:
  explicit TypedToolParam(const T& value)
      : ToolParam(GetValueType<T>()), value_(value) {}

  void Set(const T& value) {
    value_ = value;
    has_value_set_ = true;
  }
  const T& Get() const { return value_; }

  void Set(const ToolParam& other) override {
    Set(other.AsConstTyped<T>()->Get());
    SetPosition(other.AsConstTyped<T>()->GetPosition());
  }
  std::unique_ptr<ToolParam> Clone() const override {
    return std::make_unique<TypedToolParam<T>>(*this);
  }

 private:
  T value_;
};

// Named parameters. Reading or setting an unknown parameter, or one of another
// type, is a programming error, which ends the program with a message that
// names it.
class ToolParams {
 public:
  void AddParam(const std::string& name, std::unique_ptr<ToolParam> value) {
    params_[name] = std::move(value);
  }
  void RemoveParam(const std::string& name) { params_.erase(name); }
  bool HasParam(const std::string& name) const {
    return params_.count(name) != 0;
  }
  bool Empty() const { return params_.empty(); }
  // Null if there is none.
  const ToolParam* GetParam(const std::string& name) const {
    const auto it = params_.find(name);
    return it == params_.end() ? nullptr : it->second.get();
  }

  template <typename T>
  void Set(const std::string& name, const T& value, int position = 0) {
    AssertParamExists(name);
    params_.at(name)->AsTyped<T>()->Set(value);
    params_.at(name)->SetPosition(position);
  }
  template <typename T>
  bool HasValueSet(const std::string& name) const {
    AssertParamExists(name);
    return params_.at(name)->AsConstTyped<T>()->HasValueSet();
  }
  template <typename T>
  int GetPosition(const std::string& name) const {
    AssertParamExists(name);
    return params_.at(name)->AsConstTyped<T>()->GetPosition();
  }
  template <typename T>
  T Get(const std::string& name) const {
    AssertParamExists(name);
    return params_.at(name)->AsConstTyped<T>()->Get();
  }

  // Copies the values of parameters that exist in both.
  void Set(const ToolParams& other);
  // Adds the parameters of `other`; existing ones are replaced only with
  // `overwrite`.
  void Merge(const ToolParams& other, bool overwrite = false);

 private:
  void AssertParamExists(const std::string& name) const;

  std::unordered_map<std::string, std::unique_ptr<ToolParam>> params_;
};

// Prints "<description>: [value]" for a parameter that was set, or with
// `verbose` also for one with its default.
#define LOG_TOOL_PARAM(params, type, name, description, verbose)      \
  do {                                                                \
    TFLITE_MAY_LOG(INFO, (verbose) || params.HasValueSet<type>(name)) \
        << description << ": [" << params.Get<type>(name) << "]";     \
  } while (0)

}  // namespace tools
}  // namespace tflite

#endif  // TOOLS_TOOL_PARAMS_H_

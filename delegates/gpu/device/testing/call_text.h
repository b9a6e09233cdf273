#ifndef DELEGATES_GPU_DEVICE_TESTING_CALL_TEXT_H_
#define DELEGATES_GPU_DEVICE_TESTING_CALL_TEXT_H_

#include <cstddef>
#include <map>
#include <string>
#include <type_traits>
#include <vector>

namespace tflite::gpu {

// The calls of a driver's functions, one per line, as they are with every
// driver: numbers, and objects in the order of their first use. Results of
// drivers show few mistakes in sizes, flags and barriers.
class CallText {
 public:
  // What `Text` returns for each argument; empty texts are left out.
  template <typename... Args>
  void Add(const std::string& name, const Args&... args) {
    std::string line = name;
    for (const std::string& text : {Text(args)...}) {
      if (!text.empty()) line += ' ' + text;
    }
    lines_.push_back(line);
  }
  const std::vector<std::string>& lines() const { return lines_; }
  // Another object may get the place of one that is destroyed.
  void Forget(const void* object) { objects_.erase(object); }

  // For an application's struct, a function DriverStruct(const T&, CallText&)
  // returns its text.
  template <typename T>
  std::string Text(const T& x) {
    if constexpr (std::is_pointer_v<T>) {
      using To = std::remove_pointer_t<T>;
      if constexpr (std::is_const_v<To> && std::is_class_v<To>) {
        return x == nullptr ? "0" : DriverStruct(*x, *this);
      } else if constexpr (std::is_class_v<To> && !std::is_const_v<To>) {
        // The type of an object is never complete, that of a place for a
        // result always is.
        return IsObject<To>::value ? Object(x) : "";
      } else {
        return "";
      }
    } else if constexpr (std::is_enum_v<T>) {
      return std::to_string(static_cast<long long>(x));
    } else if constexpr (std::is_arithmetic_v<T>) {
      return std::to_string(x);
    } else {
      return DriverStruct(x, *this);
    }
  }
  // Of several members of a struct.
  template <typename... Members>
  std::string All(const Members&... members) {
    std::string all;
    for (const std::string& text : {Text(members)...}) {
      all += (all.empty() ? "{" : " ") + text;
    }
    return all + "}";
  }
  // Of an array.
  template <typename T>
  std::string Each(const T* elements, size_t count) {
    std::string all = "[";
    for (size_t i = 0; elements != nullptr && i < count; ++i) {
      all += (i == 0 ? "" : " ") + Text(elements[i]);
    }
    return all + "]";
  }

 private:
  template <typename T, typename = void>
  struct IsObject : std::true_type {};
  template <typename T>
  struct IsObject<T, std::void_t<decltype(sizeof(T))>> : std::false_type {};

  std::string Object(const void* object) {
    if (object == nullptr) return "0";
    const auto [at, added] = objects_.try_emplace(object, next_);
    if (added) ++next_;
    return '#' + std::to_string(at->second);
  }

  std::map<const void*, int> objects_;
  int next_ = 1;
  std::vector<std::string> lines_;
};

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_DEVICE_TESTING_CALL_TEXT_H_

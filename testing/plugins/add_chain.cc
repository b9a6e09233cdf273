#include "testing/plugins/add_chain.h"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

namespace add_plugin {
namespace {

bool IsKey(const std::string& text) {
  for (const char* key :
       {"bias", "fail", "list", "report", "report_late", "strict", "fail_at",
        "no_prepare", "require_no_log", "counter", "crash", "throw"}) {
    if (text == key) return true;
  }
  return false;
}

}  // namespace

Options::Options(const char* const* keys, const char* const* values,
                 size_t count) {
  for (size_t i = 0; i < count; ++i) options_.emplace_back(keys[i], values[i]);
  if (const char* address = Get("counter")) {
    counter_ = std::shared_ptr<int>(
        reinterpret_cast<int*>(std::strtoull(address, nullptr, 10)),
        [](int* counter) { ++*counter; });
  }
}

const char* Options::Get(const std::string& key) const {
  for (const auto& option : options_) {
    if (option.first == key) return option.second.c_str();
  }
  return nullptr;
}

float Options::bias() const {
  const char* text = Get("bias");
  return text == nullptr ? 1000.0f : std::strtof(text, nullptr);
}

bool Options::FailsAt(const std::string& place) const {
  const char* text = Get("fail_at");
  return text != nullptr && place == text;
}

void Options::MayCrash(const std::string& place) const {
  const char* text = Get("crash");
  if (text != nullptr && place == text) {
    volatile int* nowhere = nullptr;
    *nowhere = 1;
  }
  text = Get("throw");
  if (text != nullptr && place == "create") throw std::runtime_error(text);
}

std::string Options::Refusal() const {
  if (const char* text = Get("fail")) return text;
  std::string list;
  for (const auto& option : options_) {
    if (Get("strict") != nullptr && !IsKey(option.first)) {
      return "there is no option " + option.first;
    }
  }
  if (Get("list") == nullptr) return list;
  for (const auto& [key, value] : options_) list += key + "=" + value + "\n";
  return list;
}

void Chain::Run(const std::map<int, Values>& border) {
  const auto find = [&](int tensor) {
    const auto it = border.find(tensor);
    if (it != border.end()) return it->second;
    std::vector<float>& kept = inside_[tensor];
    return Values{kept.data(), kept.size()};
  };
  for (const Step& step : steps_) {
    const Values a = find(step.a);
    const Values b = find(step.b);
    if (border.count(step.out) == 0) {
      inside_[step.out].resize(std::max(a.count, b.count));
    }
    const Values out = find(step.out);
    for (size_t i = 0; i < out.count; ++i) {
      out.data[i] = a.data[i % a.count] + b.data[i % b.count] + bias_;
    }
  }
}

}  // namespace add_plugin

#ifndef TESTING_PLUGINS_ADD_CHAIN_H_
#define TESTING_PLUGINS_ADD_CHAIN_H_

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

// The computation of the test plugins, common to all plugin interfaces.
namespace add_plugin {

// The options of a plugin, by key:
//  bias     number added to each sum, so that results identify the plugin;
//           1000 if omitted
//  fail     create reports this text and returns nothing
//  list     create reports all options, one "key=value" per line, and returns
//           nothing
//  report       create reports this text (classic_add.cc)
//  report_late  destroy reports this text, when nobody collects reports any
//           more (classic_add only)
//  no_prepare  the delegate lacks a Prepare function (classic_add only)
//  strict   create fails on unknown keys
//  fail_at  "prepare", "init", "kernel_prepare" or "invoke" fails
//  require_no_log  fails if the runtime has an external context of type 7, the
//           delegation log of this project (classic_add only)
//  counter  address of an int in this process, as a number; incremented when
//           the delegate and its kernels are destroyed
//  crash    "create" or "prepare" reads through a null pointer
//  throw    create throws an exception with this text
class Options {
 public:
  Options(const char* const* keys, const char* const* values, size_t count);

  // The value of the key; null if it was not given.
  const char* Get(const std::string& key) const;
  float bias() const;
  bool FailsAt(const std::string& place) const;
  void MayCrash(const std::string& place) const;

  // The text to report if the options request a failure; else empty.
  std::string Refusal() const;

 private:
  std::vector<std::pair<std::string, std::string>> options_;
  std::shared_ptr<int> counter_;  // incremented when released
};

// One ADD of FLOAT32 tensors; a shorter input is repeated.
struct Step {
  int a;
  int b;
  int out;
};

// A view of a tensor's values.
struct Values {
  float* data;
  size_t count;
};

// The sums of one partition, in order. Stores the values of tensors inside the
// partition, for which the runtime has no memory.
class Chain {
 public:
  Chain(float bias, std::vector<Step> steps)
      : bias_(bias), steps_(std::move(steps)) {}

  // `border` contains the values of the partition's inputs and outputs.
  void Run(const std::map<int, Values>& border);

 private:
  float bias_;
  std::vector<Step> steps_;
  std::map<int, std::vector<float>> inside_;
};

}  // namespace add_plugin

#endif  // TESTING_PLUGINS_ADD_CHAIN_H_

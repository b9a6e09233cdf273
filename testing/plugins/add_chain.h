#ifndef TESTING_PLUGINS_ADD_CHAIN_H_
#define TESTING_PLUGINS_ADD_CHAIN_H_

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

// What the test plugins compute, whichever interface they are written to.
namespace add_plugin {

// The options of a plugin, by key:
//   bias     number that each sum gets on top, so that a result shows who made
//            it; 1000 if left out
//   fail     create reports this text and makes nothing
//   list     create reports all options, "key=value" and a line break each, and
//            makes nothing
//   strict   create fails where a key is none of these
//   fail_at  "prepare", "init", "kernel_prepare" or "invoke" fails
//   require_no_log  fails where the runtime has an external context of type 7,
//            the delegation log of this project (classic_add alone)
//   counter  address of an int of the process, as a number; it grows by one
//            when the delegate and its kernels are gone
//   crash    "create" or "prepare" reads through a null pointer
class Options {
 public:
  Options(const char* const* keys, const char* const* values, size_t count);

  // The text after the key; null where the key was not given.
  const char* Get(const std::string& key) const;
  float bias() const;
  bool FailsAt(const std::string& place) const;
  void MayCrash(const std::string& place) const;

  // Text to report, where the options ask for no delegate; else empty.
  std::string Refusal() const;

 private:
  std::vector<std::pair<std::string, std::string>> options_;
  std::shared_ptr<int> counter_;  // grows with the last copy
};

// One ADD of float32 tensors; a shorter input is repeated.
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

// The sums of one partition, in order. Tensors inside of the partition have no
// memory of the runtime's: their values are kept here.
class Chain {
 public:
  Chain(float bias, std::vector<Step> steps)
      : bias_(bias), steps_(std::move(steps)) {}

  // `border` has the values of the partition's inputs and outputs.
  void Run(const std::map<int, Values>& border);

 private:
  float bias_;
  std::vector<Step> steps_;
  std::map<int, std::vector<float>> inside_;
};

}  // namespace add_plugin

#endif  // TESTING_PLUGINS_ADD_CHAIN_H_

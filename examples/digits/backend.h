#ifndef EXAMPLES_DIGITS_BACKEND_H_
#define EXAMPLES_DIGITS_BACKEND_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "examples/digits/digits.h"
#include "tensorflow_lite_lite/base/status.h"
#include "tools/delegates/delegate_provider.h"

namespace tflite {
namespace digits {

// One way to run a network: the CPU's reference or fast kernels, or a delegate
// that is linked into the program.
struct Backend {
  std::string name;
  bool reference = false;
  // Makes the delegate; not set for the CPU.
  std::function<tools::TfLiteDelegatePtr()> create_delegate;
};

// The CPU, then every delegate of the build: each provider is asked for its
// delegate with its "use_<name>" parameter set.
std::vector<Backend> AllBackends();

// One node after delegation.
struct NodeInfo {
  std::string op;
  bool delegated = false;  // a partition that runs on the delegate
  int original_nodes = 1;  // nodes of the model that it stands for
  std::vector<int> inputs, outputs;
};

// What a back-end did with a network.
struct Measurement {
  std::string network;
  std::string backend;
  int total_nodes = 0;
  int delegated_nodes = 0;
  int partitions = 0;
  double accuracy = 0;        // share of the images
  double max_difference = 0;  // of a probability from the reference kernels'
  double median_us = 0;       // of one image
  std::vector<int> predictions;
  std::vector<std::vector<float>> outputs;
  std::vector<NodeInfo> nodes;
};

// Classifies all test images. `reference` may be null; the difference is then
// 0.
StatusOr<Measurement> Measure(const Network& network, const Backend& backend,
                              int num_threads, const Measurement* reference);

}  // namespace digits
}  // namespace tflite

#endif  // EXAMPLES_DIGITS_BACKEND_H_

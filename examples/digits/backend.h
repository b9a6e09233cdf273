#ifndef EXAMPLES_DIGITS_BACKEND_H_
#define EXAMPLES_DIGITS_BACKEND_H_

#include <functional>
#include <string>
#include <vector>

#include "examples/digits/digits.h"
#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/core/delegation_report.h"
#include "tools/delegates/delegate_provider.h"

namespace tflite {
namespace digits {

// What the caller asks for.
struct Settings {
  int num_threads = 1;  // of the CPU's kernels
  // Comma-separated libraries of custom operators (custom_op_library.h).
  std::string custom_op_libraries;
  // A delegate's plugin and its options, key1:value1;key2:value2; may be empty.
  std::string external_delegate_path, external_delegate_options;
  bool require_delegation = false;  // a delegate that fails is an error
};

// One way to run a network: the CPU's reference or fast kernels, or a delegate.
struct Backend {
  std::string name;
  bool reference = false;
  // Makes the delegate; not set for the CPU.
  std::function<tools::TfLiteDelegatePtr()> create_delegate;
};

// The CPU, then every delegate that is linked into the program: each provider
// is asked for its delegate with its "use_<name>" parameter set. Last the
// plugin.
std::vector<Backend> AllBackends(const Settings& settings);

// What a back-end did with a network.
struct Measurement {
  std::string network;
  std::string backend;
  DelegationReport::Graph placement;  // which nodes the delegate has
  double accuracy = 0;                // share of the images
  double max_difference = 0;  // of a probability from the reference kernels'
  double median_us = 0;       // of one image
  std::vector<int> predictions;
  std::vector<std::vector<float>> outputs;
};

// Classifies all test images. `reference` may be null; the difference is then
// 0. kUnimplemented: the delegate is not to be had, or does not take the
// network.
base::StatusOr<Measurement> Measure(const Network& network,
                                    const Backend& backend,
                                    const Settings& settings,
                                    const Measurement* reference);

}  // namespace digits
}  // namespace tflite

#endif  // EXAMPLES_DIGITS_BACKEND_H_

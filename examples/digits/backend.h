#ifndef EXAMPLES_DIGITS_BACKEND_H_
#define EXAMPLES_DIGITS_BACKEND_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "examples/digits/digits.h"
#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/core/delegates/delegation_report.h"
#include "tools/delegates/delegate_provider.h"
#include "tools/tool_params.h"

namespace tflite {
namespace digits {

// The caller's settings.
struct Settings {
  // The parameters of all providers that are linked in, with their defaults.
  Settings();

  // Comma-separated libraries of custom operators (custom_op_library.h).
  std::string custom_op_libraries;
  // Options of delegates and plugins, threads, limits. Shared by copies.
  std::shared_ptr<tools::ToolParams> params;
};

// One way to run a network: the CPU's reference or fast kernels, or a delegate.
struct Backend {
  std::string name;
  bool reference = false;
  // Creates the delegate; unset for the CPU.
  std::function<tools::TfLiteDelegatePtr()> create_delegate;
  // Named by a flag: Measure returns an error that is not kUnimplemented if the
  // delegate cannot be created.
  bool named = false;
};

// The CPU, followed by the delegates linked into the program: those selected by
// "use_<name>", or all except those where it is false. The plugin is last.
std::vector<Backend> AllBackends(const Settings& settings);

// The results of a back-end on a network.
struct Measurement {
  std::string network;
  std::string backend;
  DelegationReport::Graph placement;  // which nodes the delegate runs
  double accuracy = 0;                // fraction of correct images
  double max_difference = 0;  // of a probability, to the reference kernels
  double median_us = 0;       // per image
  std::vector<int> predictions;
  std::vector<std::vector<float>> outputs;
};

// Classifies all test images. `reference` may be null; the difference is then
// 0. Returns kUnimplemented if the delegate is not available or does not
// support the network.
base::StatusOr<Measurement> Measure(const Network& network,
                                    const Backend& backend,
                                    const Settings& settings,
                                    const Measurement* reference);

}  // namespace digits
}  // namespace tflite

#endif  // EXAMPLES_DIGITS_BACKEND_H_

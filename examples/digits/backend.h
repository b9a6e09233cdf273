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

// What the caller asks for.
struct Settings {
  // The parameters of all providers that are linked in, with their defaults.
  Settings();

  // Comma-separated libraries of custom operators (custom_op_library.h).
  std::string custom_op_libraries;
  // Options of delegates, a plugin among them; threads, limits. Shared by
  // copies.
  std::shared_ptr<tools::ToolParams> params;
};

// One way to run a network: the CPU's reference or fast kernels, or a delegate.
struct Backend {
  std::string name;
  bool reference = false;
  // Makes the delegate; not set for the CPU.
  std::function<tools::TfLiteDelegatePtr()> create_delegate;
};

// The CPU, then the delegates that are linked into the program: those of which
// the settings have "use_<name>", or all but those where it is set to false.
// Last the plugin.
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

#include "tools/evaluation/mlperf/settings.h"

#include <algorithm>
#include <sstream>
#include <thread>

#include "tools/delegates/delegate_provider.h"
#include "tools/tool_params.h"

namespace tflite {
namespace mlperf {
namespace {

// Tasks whose models are .tflite files without C++ objects as inputs.
constexpr const char* kBenchmarks[] = {"image_classification_v2",
                                       "image_classification",
                                       "image_classification_offline_v2",
                                       "image_classification_offline",
                                       "object_detection",
                                       "natural_language_processing",
                                       "image_segmentation_v2",
                                       "super_resolution"};

bool DeviceIsHere(const DelegateChoice& choice) {
  if (choice.flag == nullptr) return true;
  tools::ToolParams params;
  const tools::ProvidedDelegateList list(&params);
  list.AddAllDelegateParams();
  if (!params.HasParam(choice.flag)) return false;
  params.Set<bool>(choice.flag, true);
  for (const auto& provider : list.providers()) {
    if (!provider->MissingDevice(params).empty()) return false;
  }
  return true;
}

}  // namespace

const std::vector<DelegateChoice>& DelegateChoices() {
  static const std::vector<DelegateChoice> choices = {
      {"CPU", nullptr, "cpu", "CPU"},
      {"XNNPACK", "use_xnnpack", "cpu", "CPU (XNNPACK)"},
      {"GPU", "use_gpu", "gpu", "GPU (OpenCL or Vulkan)"},
      {"DSP", "use_hexagon", "dsp", "Hexagon DSP"},
      {"EDGETPU", "use_edgetpu", "tpu", "Edge TPU"}};
  return choices;
}

std::string BackendSettings() {
  const unsigned threads = std::max(1u, std::thread::hardware_concurrency());
  std::ostringstream delegates;
  for (const DelegateChoice& choice : DelegateChoices()) {
    if (!DeviceIsHere(choice)) continue;
    delegates << "  delegate_choice {\n    delegate_name: \"" << choice.name
              << "\"\n    accelerator_name: \"" << choice.accelerator
              << "\"\n    accelerator_desc: \"" << choice.description
              << "\"\n    batch_size: 1\n  }\n";
  }
  std::ostringstream text;
  text << "common_setting {\n  id: \"num_threads\"\n  name: \"Threads\"\n"
       << "  value {\n    value: \"" << threads << "\"\n    name: \"" << threads
       << " threads\"\n  }\n}\n";
  for (const char* benchmark : kBenchmarks) {
    text << "benchmark_setting {\n  benchmark_id: \"" << benchmark
         << "\"\n  framework: \"tensorflow_lite_lite\"\n"
         << delegates.str() << "  delegate_selected: \"CPU\"\n}\n";
  }
  return text.str();
}

}  // namespace mlperf
}  // namespace tflite

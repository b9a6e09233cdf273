#ifndef TOOLS_EVALUATION_MLPERF_SETTINGS_H_
#define TOOLS_EVALUATION_MLPERF_SETTINGS_H_

#include <string>
#include <vector>

namespace tflite {
namespace mlperf {

// A delegate under its name in MLPerf's settings.
struct DelegateChoice {
  const char* name;
  const char* flag;  // of its provider; null for no delegate
  const char* accelerator;
  const char* description;
};

// All that the library holds, whether this machine has their devices or not.
const std::vector<DelegateChoice>& DelegateChoices();

// A BackendSetting of package mlperf.mobile in text format: for each benchmark,
// the delegates whose devices this machine has.
std::string BackendSettings();

}  // namespace mlperf
}  // namespace tflite

#endif  // TOOLS_EVALUATION_MLPERF_SETTINGS_H_

#ifndef TOOLS_EVALUATION_EVALUATION_DELEGATE_PROVIDER_H_
#define TOOLS_EVALUATION_EVALUATION_DELEGATE_PROVIDER_H_

#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tools/command_line_flags.h"
#include "tools/delegates/delegate_provider.h"
#include "tools/evaluation/proto/evaluation_stages.pb.h"
#include "tools/tool_params.h"

namespace tflite {
namespace evaluation {

using ProvidedDelegateList = tools::ProvidedDelegateList;

// "nnapi", "gpu", "hexagon", "xnnpack" or "coreml"; NONE for anything else.
TfliteInferenceParams::Delegate ParseStringToDelegateType(
    const std::string& name);

// The delegates available to an evaluation: all that are linked in, selected by
// their own flags or by the name in TfliteInferenceParams.
class DelegateProviders {
 public:
  DelegateProviders();

  // The flags of all providers, which write to the parameters.
  std::vector<Flag> GetFlags();
  // Parses the providers' flags and removes them from the command line.
  bool InitFromCmdlineArgs(int* argc, const char** argv);

  const tools::ToolParams& GetAllParams() const { return params_; }

  // The delegates requested by flags, followed by the one that `params` name.
  // An error if no provider of that name is linked in.
  base::StatusOr<std::vector<ProvidedDelegateList::ProvidedDelegate>>
  CreateAllDelegates(const TfliteInferenceParams& params) const;

 private:
  tools::ToolParams params_;
  ProvidedDelegateList delegate_list_;
};

}  // namespace evaluation
}  // namespace tflite

#endif  // TOOLS_EVALUATION_EVALUATION_DELEGATE_PROVIDER_H_

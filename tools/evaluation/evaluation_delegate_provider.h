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

// "nnapi", "gpu", "hexagon", "xnnpack" or "coreml"; NONE for all else.
TfliteInferenceParams::Delegate ParseStringToDelegateType(
    const std::string& name);

// The delegates that an evaluation may run on: all that are linked in, by their
// own flags or by the name in TfliteInferenceParams.
class DelegateProviders {
 public:
  DelegateProviders();

  // The flags of all providers; they write to the parameters.
  std::vector<Flag> GetFlags();
  // Takes the providers' flags off the command line.
  bool InitFromCmdlineArgs(int* argc, const char** argv);

  const tools::ToolParams& GetAllParams() const { return params_; }

  // The delegates that the flags ask for, then the one that `params` name. An
  // error when no provider of that name is linked in.
  base::StatusOr<std::vector<ProvidedDelegateList::ProvidedDelegate>>
  CreateAllDelegates(const TfliteInferenceParams& params) const;

 private:
  tools::ToolParams params_;
  ProvidedDelegateList delegate_list_;
};

}  // namespace evaluation
}  // namespace tflite

#endif  // TOOLS_EVALUATION_EVALUATION_DELEGATE_PROVIDER_H_

#ifndef TESTING_DELEGATE_UNDER_TEST_H_
#define TESTING_DELEGATE_UNDER_TEST_H_

#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tools/delegates/delegate_provider.h"

namespace tflite {

// The delegates requested by a test program's command line, created by the
// providers linked into it. None without such flags.
//
//   DelegateUnderTest delegate;
//   std::vector<Flag> flags = delegate.CreateFlags();
//   ... Flags::Parse(&argc, argv, flags) ...
//   TFLL_RETURN_IF_ERROR(delegate.Apply(*interpreter));
class DelegateUnderTest {
 public:
  DelegateUnderTest();

  // Creates the providers' flags, which write to this object.
  std::vector<Flag> CreateFlags();

  // Creates new delegates, in the order of their flags.
  std::vector<tools::ProvidedDelegateList::ProvidedDelegate> Create() const;

  // Describes what this machine lacks for the delegates, so that their tests
  // must be skipped; empty if they can be created.
  std::string MissingDevices() const;

  // What to do if a delegate fails as a whole: leave the graph to the CPU (the
  // delegation report has the reason), or return an error.
  enum class Failure { kLeavesTheCpu, kIsAnError };

  // Applies new delegates, which the interpreter owns. Errors name the
  // delegate: always if the graph is unusable afterwards, else as `Failure`
  // says.
  base::Status Apply(Interpreter& interpreter,
                     Failure failure = Failure::kLeavesTheCpu) const;

  const tools::ToolParams& params() const { return params_; }
  // For tests that change the parameters between delegates.
  tools::ToolParams& params() { return params_; }

 private:
  tools::ToolParams params_;
  tools::ProvidedDelegateList providers_;
};

// The number of nodes in all subgraphs before delegation, and how many of them
// run on a delegate.
struct DelegatedNodes {
  int nodes = 0;
  int delegated = 0;
};
DelegatedNodes CountDelegatedNodes(const Interpreter& interpreter);

}  // namespace tflite

#endif  // TESTING_DELEGATE_UNDER_TEST_H_

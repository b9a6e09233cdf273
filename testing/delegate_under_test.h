#ifndef TESTING_DELEGATE_UNDER_TEST_H_
#define TESTING_DELEGATE_UNDER_TEST_H_

#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tools/delegates/delegate_provider.h"

namespace tflite {

// The delegates that a test program's command line asks for, made by the
// providers linked into it. Without such flags there are none.
//
//   DelegateUnderTest delegate;
//   std::vector<Flag> flags = delegate.CreateFlags();
//   ... Flags::Parse(&argc, argv, flags) ...
//   TFLL_RETURN_IF_ERROR(delegate.Apply(*interpreter));
class DelegateUnderTest {
 public:
  DelegateUnderTest();

  // The providers' flags, which write to this object.
  std::vector<Flag> CreateFlags();

  // New delegates, in the order of their flags.
  std::vector<tools::ProvidedDelegateList::ProvidedDelegate> Create() const;

  // What this machine lacks for the delegates, in words, so that their tests
  // are to be skipped; empty where they can be made.
  std::string MissingDevices() const;

  // A delegate that fails as a whole leaves the graph to the CPU: the
  // delegation report says why.
  enum class Failure { kLeavesTheCpu, kIsAnError };

  // Gives the interpreter new delegates, which it owns. An error names the
  // delegate: what the graph did not survive, or any failure.
  base::Status Apply(Interpreter& interpreter,
                     Failure failure = Failure::kLeavesTheCpu) const;

  const tools::ToolParams& params() const { return params_; }
  // For tests that change them between delegates.
  tools::ToolParams& params() { return params_; }

 private:
  tools::ToolParams params_;
  tools::ProvidedDelegateList providers_;
};

// Nodes of all subgraphs before delegates came, and how many of these run on
// one.
struct DelegatedNodes {
  int nodes = 0;
  int delegated = 0;
};
DelegatedNodes CountDelegatedNodes(const Interpreter& interpreter);

}  // namespace tflite

#endif  // TESTING_DELEGATE_UNDER_TEST_H_

// The same of partitions: one that lacks a tensor's memory fails and names it.
//
//   delegates_without_memory_test [a delegate's flags]
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "testing/conformance/case_run.h"
#include "testing/conformance/suite.h"
#include "testing/delegate_under_test.h"
#include "tools/command_line_flags.h"

namespace tflite::fault {
namespace {

using conformance::Case;
using conformance::CaseRun;
using conformance::FailureOf;
using conformance::FullName;
using testing::HasSubstr;

DelegateUnderTest& Delegate() {
  static auto* const kDelegate = new DelegateUnderTest;
  return *kDelegate;
}

// A case that has run on the delegate.
class DelegatedRun {
 public:
  explicit DelegatedRun(const Case& c) : run_(c, /*seed=*/1) {
    CaseRun learnt(c, /*seed=*/1);
    Expect(c, learnt.Build(conformance::ReferenceKernels(), nullptr));
    Expect(c, learnt.Allocate());
    Expect(c, learnt.Invoke().status());
    const conformance::TensorShapes shapes = learnt.Shapes();
    Expect(c, run_.Build(conformance::FastKernels(), &shapes));
    Expect(c, Delegate().Apply(interpreter()));
    Expect(c, run_.Allocate(CaseRun::Memory::kPlanned));
    Expect(c, run_.Invoke().status());
  }

  Interpreter& interpreter() { return run_.interpreter(); }
  bool delegated() { return conformance::PlacementOf(interpreter()).delegated; }
  // What the partition reads and writes.
  std::vector<int> Border() {
    std::vector<int> tensors;
    const auto* node =
        interpreter().node_and_registration(interpreter().execution_plan()[0]);
    for (const auto* list : {node->first.inputs, node->first.outputs}) {
      for (int i = 0; i < list->size; ++i) {
        if (list->data[i] < 0) continue;
        const TfLiteTensor& t = *interpreter().tensor(list->data[i]);
        const bool constant = t.allocation_type == kTfLiteMmapRo ||
                              t.allocation_type == kTfLitePersistentRo;
        if (constant || t.data.raw == nullptr || t.bytes == 0) continue;
        tensors.push_back(list->data[i]);
      }
    }
    return tensors;
  }
  // Runs without a tensor's memory. Then the CPU, which may give the tensor
  // memory again, has the partition's nodes.
  std::string FailureWithout(int tensor) {
    interpreter().tensor(tensor)->data.raw = nullptr;
    run_.InvokeOnly().IgnoreError();
    return FailureOf(interpreter());
  }

 private:
  static void Expect(const Case& c, const base::Status& status) {
    EXPECT_TRUE(status.ok()) << FullName(c) << ": " << status;
  }

  CaseRun run_;
};

// Returns how many tensors the delegate missed.
int Check(const Case& c) {
  DelegatedRun run(c);
  if (testing::Test::HasFailure() || !run.delegated()) return 0;
  const std::vector<int> border = run.Border();
  for (const int t : border) {
    DelegatedRun without(c);
    const std::string name = without.interpreter().tensor(t)->name;
    const std::string failure = without.FailureWithout(t);
    EXPECT_THAT(failure, HasSubstr("has no memory")) << FullName(c);
    EXPECT_THAT(failure, HasSubstr("'" + name + "'")) << FullName(c);
  }
  return static_cast<int>(border.size());
}

TEST(DelegatesWithoutMemory, Fail) {
  const std::string missing = Delegate().MissingDevices();
  if (!missing.empty()) GTEST_SKIP() << missing;
  const auto cases = conformance::Suite(nullptr, {}).Cases();
  ASSERT_TRUE(cases.ok());
  int missed = 0;
  for (const Case& c : conformance::SampleOfCases(*cases, 1, /*seed=*/1, {})) {
    missed += Check(c);
  }
  EXPECT_GE(missed, 2);  // an input and an output
}

}  // namespace
}  // namespace tflite::fault

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  std::vector<tflite::Flag> flags = tflite::fault::Delegate().CreateFlags();
  if (!tflite::Flags::Parse(&argc, const_cast<const char**>(argv), flags) ||
      argc > 1) {
    return 1;
  }
  return RUN_ALL_TESTS();
}

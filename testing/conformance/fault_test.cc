// Tests of delegates that fail, completely or in part: results still equal
// those of the reference kernels, and nothing leaks. sharing_cases.cc has tests
// that every delegate must pass.

#include <memory>
#include <vector>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/base/strings.h"
#include "testing/conformance/case_run.h"
#include "testing/conformance/chain.h"
#include "testing/conformance/compare.h"
#include "testing/conformance/delegated_case.h"
#include "testing/conformance/mirror_delegate.h"
#include "testing/conformance/suite.h"

namespace tflite {
namespace conformance {
namespace {

// Has two partitions on a delegate that takes ABS.
Case AbsNegTwice() {
  return Chain({kTfLiteBuiltinAbs, kTfLiteBuiltinNeg, kTfLiteBuiltinAbs,
                kTfLiteBuiltinNeg});
}

MirrorOptions TakesAbs(MirrorFault fault = MirrorFault::kNone,
                       int faulty_partition = -1) {
  MirrorOptions options;
  options.operators = {kTfLiteBuiltinAbs};
  options.fault = fault;
  options.faulty_partition = faulty_partition;
  return options;
}

// Builds `run` on the delegate, invokes it `invokes` times, and compares the
// results with the reference's.
base::Status RunAndCompare(const Case& c, TfLiteDelegate* delegate,
                           CaseRun& run, int invokes) {
  CaseRun reference(c, 3);
  TFLL_RETURN_IF_ERROR(reference.Build(ReferenceKernels(), nullptr));
  TFLL_RETURN_IF_ERROR(reference.Allocate());
  TFLL_RETURN_IF_ERROR(run.Build(FastKernels(), nullptr));
  // If every partition fails, the delegate is removed again.
  const TfLiteStatus applied =
      run.interpreter().ModifyGraphWithDelegate(delegate);
  if (applied != kTfLiteOk && applied != kTfLiteDelegateError) {
    return base::Invalid("cannot apply the delegate");
  }
  TFLL_RETURN_IF_ERROR(run.Allocate());
  for (int i = 0; i < invokes; ++i) {
    TFLL_ASSIGN_OR_RETURN(const auto want, reference.Invoke());
    TFLL_ASSIGN_OR_RETURN(const auto got, run.Invoke());
    TFLL_RETURN_IF_ERROR(CompareResults(c, got, want));
  }
  return base::OkStatus();
}

TEST(Fault, OnlyTheFailedPartitionGoesBackToTheCpu) {
  const Case c = AbsNegTwice();
  for (const MirrorFault fault :
       {MirrorFault::kInit, MirrorFault::kPrepare, MirrorFault::kInvoke}) {
    for (const int faulty : {0, 1}) {
      const auto delegate = CreateMirrorDelegate(TakesAbs(fault, faulty));
      CaseRun run(c, 3);
      EXPECT_EQ(RunAndCompare(c, delegate.get(), run, 3), base::OkStatus());
      EXPECT_EQ(DelegatedPartitions(run.interpreter()), 1);
      EXPECT_TRUE(base::StrContains(PlacementOf(run.interpreter()).reason,
                                    "asked to fail"));
    }
  }
  EXPECT_EQ(LiveMirrorKernels(), 0);
}

TEST(Fault, AllPartitionsFailing) {
  const Case c = AbsNegTwice();
  for (const MirrorFault fault :
       {MirrorFault::kInit, MirrorFault::kPrepare, MirrorFault::kInvoke}) {
    const auto delegate = CreateMirrorDelegate(TakesAbs(fault));
    CaseRun run(c, 3);
    EXPECT_EQ(RunAndCompare(c, delegate.get(), run, 2), base::OkStatus());
    EXPECT_EQ(DelegatedPartitions(run.interpreter()), 0);
  }
  EXPECT_EQ(LiveMirrorKernels(), 0);
}

TEST(Fault, ResizeAfterAPartitionFailed) {
  const Case c = AbsNegTwice();
  const auto delegate =
      CreateMirrorDelegate(TakesAbs(MirrorFault::kPrepare, 0));
  CaseRun run(c, 3);
  ASSERT_EQ(run.Build(FastKernels(), nullptr), base::OkStatus());
  Interpreter& interpreter = run.interpreter();
  ASSERT_EQ(interpreter.ModifyGraphWithDelegate(delegate.get()), kTfLiteOk);
  for (const int rows : {2, 4}) {
    ASSERT_EQ(interpreter.ResizeInputTensor(0, {rows}), kTfLiteOk);
    ASSERT_EQ(interpreter.AllocateTensors(), kTfLiteOk);
    for (int i = 0; i < rows; ++i) {
      interpreter.typed_input_tensor<float>(0)[i] = static_cast<float>(i);
    }
    ASSERT_EQ(interpreter.Invoke(), kTfLiteOk);
    for (int i = 0; i < rows; ++i) {
      EXPECT_EQ(interpreter.typed_output_tensor<float>(0)[i], -i);
    }
  }
}

TEST(Fault, ManyInterpretersShareADelegate) {
  const Case c = AbsNegTwice();
  const auto delegate = CreateMirrorDelegate(TakesAbs());
  {
    std::vector<std::unique_ptr<CaseRun>> runs;
    for (int i = 0; i < 5; ++i) {
      runs.push_back(std::make_unique<CaseRun>(c, 3));
      EXPECT_EQ(RunAndCompare(c, delegate.get(), *runs.back(), 2),
                base::OkStatus());
    }
    EXPECT_EQ(LiveMirrorKernels(), 10);
    // Destroys them in an order that is neither that of creation nor its
    // reverse.
    runs.erase(runs.begin() + 2);
    runs.erase(runs.begin());
    EXPECT_EQ(LiveMirrorKernels(), 6);
    for (const auto& run : runs) EXPECT_EQ(run->InvokeOnly(), base::OkStatus());
  }
  EXPECT_EQ(LiveMirrorKernels(), 0);
}

TEST(Fault, SeveralDelegatesOneAfterAnother) {
  const Case c = AbsNegTwice();
  MirrorOptions takes_neg;
  takes_neg.operators = {kTfLiteBuiltinNeg};
  const auto first = CreateMirrorDelegate(TakesAbs(MirrorFault::kInvoke, 1));
  const auto second = CreateMirrorDelegate(takes_neg);
  CaseRun run(c, 3), reference(c, 3);
  ASSERT_EQ(reference.Build(ReferenceKernels(), nullptr), base::OkStatus());
  ASSERT_EQ(reference.Allocate(), base::OkStatus());
  ASSERT_EQ(run.Build(FastKernels(), nullptr), base::OkStatus());
  ASSERT_EQ(run.interpreter().ModifyGraphWithDelegate(first.get()), kTfLiteOk);
  ASSERT_EQ(run.interpreter().ModifyGraphWithDelegate(second.get()), kTfLiteOk);
  ASSERT_EQ(run.Allocate(), base::OkStatus());
  EXPECT_EQ(DelegatedPartitions(run.interpreter()), 4);
  for (int i = 0; i < 2; ++i) {
    const auto want = reference.Invoke();
    const auto got = run.Invoke();
    ASSERT_TRUE(want.ok()) << want.status();
    ASSERT_TRUE(got.ok()) << got.status();
    EXPECT_EQ(CompareResults(c, *got, *want), base::OkStatus());
  }
  EXPECT_EQ(DelegatedPartitions(run.interpreter()), 3);
}

TEST(Fault, RemovingDelegatesRestoresTheGraph) {
  const Case c = AbsNegTwice();
  const auto delegate = CreateMirrorDelegate(TakesAbs());
  CaseRun run(c, 3);
  ASSERT_EQ(RunAndCompare(c, delegate.get(), run, 1), base::OkStatus());
  ASSERT_EQ(run.interpreter().RemoveAllDelegates(), kTfLiteOk);
  EXPECT_EQ(LiveMirrorKernels(), 0);
  EXPECT_EQ(run.interpreter().execution_plan(), (std::vector<int>{0, 1, 2, 3}));
}

}  // namespace
}  // namespace conformance
}  // namespace tflite

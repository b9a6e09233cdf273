// Tests of the delegate under test in several uses: interpreters share it,
// shapes change, it is applied twice and removed again. Results must always
// equal those of the reference kernels.

#include <algorithm>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "gtest/gtest.h"
#include "testing/conformance/chain.h"
#include "testing/conformance/delegated_case.h"
#include "testing/conformance/graphs/tested_delegate.h"
#include "testing/conformance/suite.h"

namespace tflite {
namespace conformance {
namespace {

class SharingTest : public OnTestedDelegate {
 protected:
  tools::TfLiteDelegatePtr Make() { return tested_delegate->Make({first_}); }

  // Has two partitions.
  Case TakenAndOther() const {
    return Chain({first_, other_, first_, other_}, {3, 5}, e_);
  }

  static base::Status Run(TfLiteOpaqueDelegate* delegate, ComparedRun& run,
                          int invokes) {
    TFLL_RETURN_IF_ERROR(run.Start(delegate));
    for (int i = 0; i < invokes; ++i) TFLL_RETURN_IF_ERROR(run.Invoke());
    return base::OkStatus();
  }
};

TEST_F(SharingTest, RefusingDelegateLeavesTheGraphAlone) {
  const auto delegate = tested_delegate->Make({kTfLiteBuiltinConv2d});
  ComparedRun run(TakenAndOther());
  EXPECT_EQ(Run(delegate.get(), run, 2), base::OkStatus());
  EXPECT_EQ(run.interpreter().execution_plan().size(), 4u);
}

// Fills a tensor with integers of both signs.
void Fill(TfLiteTensor& tensor) {
  const bool is_float = tensor.type == kTfLiteFloat32;
  const size_t count = tensor.bytes / (is_float ? sizeof(float) : 1);
  for (size_t i = 0; i < count; ++i) {
    const int value = static_cast<int>(i % 2 == 0 ? i : -i);
    if (is_float) {
      tensor.data.f[i] = static_cast<float>(value);
    } else {
      tensor.data.int8[i] = static_cast<int8_t>(value);
    }
  }
}

std::string BytesOf(const TfLiteTensor& tensor) {
  return {tensor.data.raw, tensor.bytes};
}

// With memory of the runtime, and also with empty tensors, which a delegate may
// leave to the CPU.
TEST_F(SharingTest, ResizeAfterDelegation) {
  const auto delegate = Make();
  const Case c = TakenAndOther();
  CaseRun run(c, 3), reference(c, 3);
  const auto build = [&](CaseRun& r) {
    return r.Build(ReferenceKernels(), nullptr);
  };
  ASSERT_EQ(build(run), base::OkStatus());
  ASSERT_EQ(build(reference), base::OkStatus());
  ASSERT_EQ(run.interpreter().ModifyGraphWithDelegate(delegate.get()),
            kTfLiteOk);
  for (const int rows : {3, 8, 1, 0, 5}) {
    for (CaseRun* r : {&run, &reference}) {
      Interpreter& interpreter = r->interpreter();
      ASSERT_EQ(interpreter.ResizeInputTensor(0, {rows, 2}), kTfLiteOk);
      ASSERT_EQ(interpreter.AllocateTensors(), kTfLiteOk);
      Fill(*interpreter.input_tensor(0));
      ASSERT_EQ(interpreter.Invoke(), kTfLiteOk);
      ASSERT_EQ(base::Shape(interpreter.output_tensor(0)->dims),
                (base::Shape{rows, 2}));
    }
    if (rows > 0) {
      EXPECT_EQ(DelegatedPartitions(run.interpreter()), 2) << rows;
    }
    EXPECT_EQ(BytesOf(*run.interpreter().output_tensor(0)),
              BytesOf(*reference.interpreter().output_tensor(0)))
        << rows;
  }
}

TEST_F(SharingTest, ManyInterpretersShareADelegate) {
  const auto delegate = Make();
  std::vector<std::unique_ptr<ComparedRun>> runs;
  for (int i = 0; i < 5; ++i) {
    runs.push_back(std::make_unique<ComparedRun>(TakenAndOther()));
    EXPECT_EQ(Run(delegate.get(), *runs.back(), 2), base::OkStatus());
  }
  // Destroys them in an order that is neither that of creation nor its reverse.
  runs.erase(runs.begin() + 2);
  runs.erase(runs.begin());
  for (const auto& run : runs) EXPECT_EQ(run->Invoke(), base::OkStatus());
}

TEST_F(SharingTest, ManyThreadsShareADelegate) {
  const auto delegate = Make();
  std::vector<base::Status> statuses(4);
  std::vector<std::thread> threads;
  for (base::Status& status : statuses) {
    threads.emplace_back([&] {
      for (int i = 0; i < 3 && status.ok(); ++i) {
        ComparedRun run(TakenAndOther());
        status = Run(delegate.get(), run, 5);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const base::Status& status : statuses) {
    EXPECT_EQ(status, base::OkStatus());
  }
}

TEST_F(SharingTest, OneDelegateAfterAnother) {
  const auto first = Make();
  const auto second = Make();
  ComparedRun run(TakenAndOther());
  ASSERT_EQ(run.Start(first.get()), base::OkStatus());
  ASSERT_EQ(run.interpreter().ModifyGraphWithDelegate(second.get()), kTfLiteOk);
  ASSERT_EQ(run.interpreter().AllocateTensors(), kTfLiteOk);
  EXPECT_EQ(DelegatedPartitions(run.interpreter()), 2);
  for (int i = 0; i < 2; ++i) EXPECT_EQ(run.Invoke(), base::OkStatus());
}

TEST_F(SharingTest, RemovingDelegatesRestoresTheGraph) {
  const auto delegate = Make();
  ComparedRun run(TakenAndOther());
  ASSERT_EQ(Run(delegate.get(), run, 1), base::OkStatus());
  ASSERT_EQ(run.interpreter().RemoveAllDelegates(), kTfLiteOk);
  EXPECT_EQ(run.interpreter().execution_plan(), (std::vector<int>{0, 1, 2, 3}));
  ASSERT_EQ(run.interpreter().AllocateTensors(), kTfLiteOk);
  EXPECT_EQ(run.Invoke(), base::OkStatus());
}

}  // namespace
}  // namespace conformance
}  // namespace tflite

// The units of an interpreter return errors, and the classes that programs use
// report them: each error reaches the application's reporter, and only once.
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/core/async/async_signature_runner.h"
#include "tensorflow_lite_lite/core/interpreter_builder.h"
#include "tensorflow_lite_lite/core/mutable_op_resolver.h"
#include "tensorflow_lite_lite/core/testing/test_delegate.h"
#include "tensorflow_lite_lite/core/testing/test_ops.h"
#include "testing/fault/small_model.h"

namespace tflite {
namespace testing {
namespace {

class ErrorReports : public DelegateTest {
 protected:
  // Expects that `call` fails and that these lines are reported, in this order.
  void ExpectLines(const std::function<TfLiteStatus()>& call,
                   const std::string& lines) {
    errors_.text.clear();
    EXPECT_NE(call(), kTfLiteOk) << lines;
    EXPECT_EQ(errors_.text, lines);
  }
  // The same for a call that returns a pointer.
  template <typename Call>
  void ExpectNull(const Call& call, const std::string& lines) {
    ExpectLines([&] { return call() == nullptr ? kTfLiteError : kTfLiteOk; },
                lines);
  }
};

constexpr char kRestored[] =
    "Restored original execution plan after delegate application failure.\n";

TEST_F(ErrorReports, OfCallsOnTheInterpreter) {
  Make(3);
  TfLiteTensor foreign{};
  TfLiteBufferHandle handle;
  TfLiteDelegate* delegate;
  Interpreter& i = *interpreter_;
  ExpectLines([&] { return i.SetNumThreads(-2); },
              "num_threads is -2: it must be -1 (the runtime chooses) or "
              "more\n");
  ExpectLines([&] { return i.SetBufferHandle(99, 1, nullptr); },
              "There is no tensor 99\n");
  ExpectLines([&] { return i.GetBufferHandle(-1, &handle, &delegate); },
              "There is no tensor -1\n");
  ExpectLines([&] { return i.SetBufferHandle(&foreign, 1, nullptr); },
              "SetBufferHandle: the tensor is not of this interpreter\n");
  ExpectLines([&] { return i.ResizeInputTensor(99, {1}); },
              "Tensor 99 cannot be resized: there are 4 tensors\n");
  ExpectLines([&] { return i.Invoke(); },
              "Invoke called on model that is not ready.\n");
  ExpectNull([&] { return i.GetAsyncSignatureRunner("none"); },
             "The model has no signature 'none'\n");
  ExpectNull([&] { return i.GetAsyncSignatureRunner(nullptr); },
             "Signature '<placeholder signature>': no delegate took the whole "
             "subgraph and has an asynchronous kernel\n");
  // Called from any thread: the reporter may not be thread-safe.
  ExpectLines([&] { return i.Cancel(); }, "");
  // Lookups, not errors.
  ExpectNull([&] { return i.GetSignatureRunner("none"); }, "");
  ExpectNull([&] { return i.tensor(99); }, "");
}

TEST_F(ErrorReports, OfDelegates) {
  Make(3);
  TestDelegate good({0}), unwilling({1}), broken({1});
  unwilling.fail_prepare = true;
  broken.fail_kernel_prepare = 0;
  Interpreter& i = *interpreter_;
  ExpectLines(
      [&] {
        return i.ModifyGraphWithDelegate(static_cast<TfLiteDelegate*>(nullptr));
      },
      "Null delegate.\n");
  ExpectLines([&] { return i.ModifyGraphWithDelegate(&good.delegate, {5}); },
              "There is no subgraph 5\n");
  ExpectLines([&] { return Apply(&unwilling); }, kRestored);
  ExpectLines([&] { return Apply(&broken); },
              std::string("kernel says no\n") + kRestored);
  interpreter_.reset();
}

TEST_F(ErrorReports, OfRequiredFullDelegation) {
  TestDelegate some({0});
  for (const bool by_signature : {false, true}) {
    Make(2);
    InterpreterOptions options;
    options.SetRequireFullDelegation(!by_signature);
    ASSERT_EQ(interpreter_->ApplyOptions(&options), kTfLiteOk);
    const auto call = [&] {
      if (!by_signature) return Apply(&some);
      EXPECT_EQ(Apply(&some), kTfLiteOk);
      options.SetRequireFullDelegation();
      interpreter_->ApplyOptions(&options);
      return interpreter_->GetSignatureRunner(nullptr)->AllocateTensors();
    };
    ExpectLines(call,
                "Full delegation is required, but the CPU would run 1 of 2 "
                "nodes: node 1 (AddOne): TestDelegate: not asked for\n");
    interpreter_.reset();
  }
}

TEST_F(ErrorReports, OfOperators) {
  interpreter_ = std::make_unique<Interpreter>(&errors_);
  GraphMaker maker(interpreter_.get());
  const int in = maker.Tensor({2}), out = maker.Tensor({2});
  maker.Node({in}, {out}, FailingInvokeOp());
  interpreter_->SetInputs({in});
  interpreter_->SetOutputs({out});
  ASSERT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  ExpectLines([&] { return interpreter_->Invoke(); },
              "cannot invoke on purpose\n"
              "Node number 0 (FailingInvoke) failed to invoke.\n");
}

TEST_F(ErrorReports, OfSignatures) {
  Make(1);
  SignatureRunner* const runner = interpreter_->GetSignatureRunner(nullptr);
  ASSERT_NE(runner, nullptr);
  const std::string input =
      "Signature '<placeholder signature>' has no input 'x'\n";
  const std::string output =
      "Signature '<placeholder signature>' has no output 'x'\n";
  ExpectNull([&] { return runner->input_tensor("x"); }, input);
  ExpectNull([&] { return runner->output_tensor("x"); }, output);
  ExpectLines([&] { return runner->ResizeInputTensor("x", {1}); }, input);
  ExpectLines([&] { return runner->ResizeInputTensorStrict("x", {1}); }, input);
  ExpectLines(
      [&] { return runner->SetCustomAllocationForInputTensor("x", {}); },
      input);
  ExpectLines(
      [&] { return runner->SetCustomAllocationForOutputTensor("x", {}); },
      output);
  ExpectLines([&] { return runner->SetInputBufferHandle("x", 1, nullptr); },
              input);
  ExpectLines([&] { return runner->SetOutputBufferHandle("x", 1, nullptr); },
              output);
  ExpectLines([&] { return runner->Cancel(); }, "");
}

TEST_F(ErrorReports, OfTheBuilder) {
  MutableOpResolver empty;
  const std::string bytes = fault::Pack(fault::AddChain(1));
  const auto model =
      FlatBufferModel::BuildFromBuffer(bytes.data(), bytes.size(), &errors_);
  ASSERT_NE(model, nullptr);
  InterpreterBuilder builder(*model, empty);
  ExpectLines([&] { return builder(nullptr); },
              "Null output pointer passed to InterpreterBuilder.\n");
  ExpectLines([&] { return builder(&interpreter_); },
              "Didn't find op for builtin opcode 'ADD' version '1': the "
              "resolver does not have this operator.\n");
  ExpectLines([&] { return builder(&interpreter_, -2); },
              "num_threads is -2: it must be -1 (the runtime chooses) or "
              "more\n");
  const Model* const none = nullptr;
  ExpectLines(
      [&] { return InterpreterBuilder(none, empty, &errors_)(&interpreter_); },
      "Null pointer passed in as model.\n");
  errors_.text.clear();
  builder.AddDelegate(static_cast<TfLiteDelegate*>(nullptr));
  EXPECT_EQ(errors_.text, "Null delegate.\n");
}

class Resolver : public MutableOpResolver {
 public:
  explicit Resolver(TestDelegate* by_default) {
    const TfLiteRegistration sum = SumOp();
    AddBuiltin(BuiltinOperator_ADD, &sum, 1, 2);
    delegate_creators_.push_back([by_default](TfLiteContext*) {
      return std::unique_ptr<TfLiteDelegate, void (*)(TfLiteDelegate*)>(
          &by_default->delegate, [](TfLiteDelegate*) {});
    });
  }
};

// Not an error of the call, which goes on without the delegate.
TEST_F(ErrorReports, OfDefaultDelegates) {
  TestDelegate broken({0});
  broken.fail_kernel_prepare = 0;
  const Resolver resolver(&broken);
  const std::string bytes = fault::Pack(fault::AddChain(2));
  const auto model =
      FlatBufferModel::BuildFromBuffer(bytes.data(), bytes.size(), &errors_);
  ASSERT_NE(model, nullptr);
  ASSERT_EQ(InterpreterBuilder(*model, resolver)(&interpreter_), kTfLiteOk);
  EXPECT_EQ(interpreter_->AllocateTensors(), kTfLiteOk);
  EXPECT_EQ(errors_.text,
            std::string("kernel says no\n") +
                "Default delegate 0 was not applied: " + kRestored);
  interpreter_.reset();
}

}  // namespace
}  // namespace testing
}  // namespace tflite

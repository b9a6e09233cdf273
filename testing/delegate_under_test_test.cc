// A test whose delegate cannot be created fails: it does not run on the CPU.
// Nor does one whose delegate fails, if the test says so.
#include "testing/delegate_under_test.h"

#include <memory>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/register/register.h"
#include "tensorflow_lite_lite/core/interpreter_builder.h"
#include "tensorflow_lite_lite/core/model.h"
#include "testing/fault/small_model.h"

namespace tflite {
namespace {

using Failure = DelegateUnderTest::Failure;

// The status of applying the delegate that these flags name.
base::Status Applied(const std::vector<const char*>& given, Failure failure) {
  DelegateUnderTest delegate;
  std::vector<const char*> argv = {"test"};
  argv.insert(argv.end(), given.begin(), given.end());
  int argc = static_cast<int>(argv.size());
  EXPECT_TRUE(Flags::Parse(&argc, argv.data(), delegate.CreateFlags()));
  EXPECT_EQ(delegate.MissingDevices(), "");
  const std::string file = fault::Pack(fault::AddModel());
  const auto model = FlatBufferModel::BuildFromBuffer(file.data(), file.size());
  const ops::builtin::BuiltinOpResolverWithoutDefaultDelegates resolver;
  std::unique_ptr<Interpreter> interpreter;
  EXPECT_EQ(InterpreterBuilder(*model, resolver)(&interpreter), kTfLiteOk);
  return delegate.Apply(*interpreter, failure);
}

TEST(DelegateUnderTest, IsAppliedIfItCanBeCreated) {
  const base::Status status =
      Applied({"--use_cpu_delegate=true"}, Failure::kIsAnError);
  EXPECT_TRUE(status.ok()) << status;
}

TEST(DelegateUnderTest, FailsIfItCannotBeCreated) {
  for (const Failure failure : {Failure::kLeavesTheCpu, Failure::kIsAnError}) {
    EXPECT_EQ(Applied({"--use_hexagon=true", "--hexagon_backend=foo"}, failure)
                  .message(),
              "cannot apply delegate Hexagon");
    EXPECT_EQ(Applied({"--external_delegate_path=/no/such/plugin.so"}, failure)
                  .message(),
              "cannot apply delegate EXTERNAL");
  }
}

TEST(DelegateUnderTest, FailureInPrepareIsAnErrorOnRequest) {
  const std::vector<const char*> fails = {"--use_dummy_delegate=true",
                                          "--dummy_allowed_builtin_code=0",
                                          "--dummy_error_during_prepare=true"};
  const base::Status left = Applied(fails, Failure::kLeavesTheCpu);
  EXPECT_TRUE(left.ok()) << left;
  EXPECT_EQ(Applied(fails, Failure::kIsAnError).message(),
            "cannot apply delegate DummyDelegate");
}

}  // namespace
}  // namespace tflite

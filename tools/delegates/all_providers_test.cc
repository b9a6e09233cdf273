// A delegate that flags name and that cannot be created is an error, whichever
// it is: tools do not run without it.
#include <cstdlib>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/register/register.h"
#include "tensorflow_lite_lite/core/interpreter_builder.h"
#include "tensorflow_lite_lite/core/model.h"
#include "testing/fault/small_model.h"
#include "tools/delegates/apply_delegates.h"

namespace tflite {
namespace tools {
namespace {

constexpr char kNoXnnpack[] = "/no/such/libXNNPACK.so";

struct WrongFlags {
  const char* delegate;
  std::vector<std::string> flags;
  const char* reason;  // part of what is logged
};

const std::vector<WrongFlags>& AllWrongFlags() {
  static const auto* const kAll = new std::vector<WrongFlags>{
      {"Hexagon",
       {"--use_hexagon=true", "--hexagon_backend=foo"},
       "DSP back-end 'foo' is not one of"},
      {"Hexagon",
       {"--use_hexagon=true", "--hexagon_backend=device",
        "--hexagon_lib_path=/no/such/folder"},
       "libcdsprpc.so"},
      {"Hexagon",
       {"--use_hexagon=true", "--hexagon_num_threads=-1"},
       "not on -1"},
      {"EdgeTPU", {"--use_edgetpu=true", "--edgetpu_device=foo"}, "foo"},
      {"GPU", {"--use_gpu=true", "--gpu_backend=foo"}, "foo"},
      {"EXTERNAL",
       {"--external_delegate_path=/no/such/plugin.so"},
       "/no/such/plugin.so"},
      // See SetUpTestSuite().
      {"XNNPACK", {"--use_xnnpack=true"}, kNoXnnpack},
  };
  return *kAll;
}

class AllProviders : public ::testing::Test {
 protected:
  // The library is looked for once per process.
  static void SetUpTestSuite() {
    setenv("TFLL_XNNPACK_LIBRARY", kNoXnnpack, 1);
  }
};

TEST_F(AllProviders, FailIfADelegateCannotBeCreated) {
  const std::string file = fault::Pack(fault::AddModel());
  const auto model = FlatBufferModel::BuildFromBuffer(file.data(), file.size());
  ASSERT_NE(model, nullptr);
  const ops::builtin::BuiltinOpResolverWithoutDefaultDelegates resolver;
  for (const WrongFlags& wrong : AllWrongFlags()) {
    SCOPED_TRACE(wrong.flags.back());
    ToolParams params;
    const ProvidedDelegateList list(&params);
    list.AddAllDelegateParams();
    std::vector<Flag> flags;
    list.AppendCmdlineFlags(flags);
    std::vector<const char*> argv = {"tool"};
    for (const std::string& flag : wrong.flags) argv.push_back(flag.c_str());
    int argc = static_cast<int>(argv.size());
    ASSERT_TRUE(Flags::Parse(&argc, argv.data(), flags));
    std::unique_ptr<Interpreter> interpreter;
    InterpreterBuilder(*model, resolver)(&interpreter);
    ASSERT_NE(interpreter, nullptr);

    ::testing::internal::CaptureStdout();
    ::testing::internal::CaptureStderr();
    const auto delegates = list.CreateAllRankedDelegates();
    const base::Status status = ApplyDelegates(delegates, interpreter.get(),
                                               interpreter->primary_subgraph());
    const std::string text = ::testing::internal::GetCapturedStdout() +
                             ::testing::internal::GetCapturedStderr();
    EXPECT_EQ(delegates.size(), 1u);
    EXPECT_NE(text.find(wrong.reason), std::string::npos) << text;
    EXPECT_EQ(std::string(status.message()),
              std::string("Failed to apply ") + wrong.delegate + " delegate.");
    interpreter.reset();
  }
}

// What a delegate cannot do without is told before it is created.
TEST_F(AllProviders, TellWhatTheMachineLacks) {
  const std::vector<std::pair<const char*, const char*>> flags = {
      {"use_xnnpack", kNoXnnpack}, {"use_hexagon", "libcdsprpc.so"}};
  for (const auto& [flag, reason] : flags) {
    ToolParams params;
    const ProvidedDelegateList list(&params);
    list.AddAllDelegateParams();
    params.Set<bool>(flag, true);
    params.Set<std::string>("hexagon_backend", "device");
    params.Set<std::string>("hexagon_lib_path", "/no/such/folder");
    std::string missing;
    for (const auto& provider : list.providers()) {
      missing += provider->MissingDevice(params);
    }
    EXPECT_NE(missing.find(reason), std::string::npos) << flag << missing;
  }
}

// The CPU delegate has no flag that could be wrong.
TEST_F(AllProviders, AreInTheTable) {
  std::set<std::string> tested = {"Default-NoDelegate", "CPU"};
  for (const WrongFlags& wrong : AllWrongFlags()) tested.insert(wrong.delegate);
  for (const auto& provider : GetRegisteredDelegateProviders()) {
    EXPECT_EQ(tested.count(provider->GetName()), 1u) << provider->GetName();
  }
}

}  // namespace
}  // namespace tools
}  // namespace tflite

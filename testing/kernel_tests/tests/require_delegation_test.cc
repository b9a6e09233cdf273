// If a delegate on the command line is not available, each test fails, unless
// --require_delegation=false.
#include <gmock/gmock.h>
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tflite/kernels/test_delegate_providers.h"
#include "tflite/kernels/test_util.h"
#include "tflite/tools/delegates/delegate_provider.h"

namespace tflite {
namespace tools {
namespace {

// Creates no delegate, as if its device were missing.
class UnmadeDelegateProvider : public DelegateProvider {
 public:
  UnmadeDelegateProvider() {
    default_params_.AddParam("use_unmade_delegate",
                             ToolParam::Create<bool>(false));
  }
  std::vector<Flag> CreateFlags(ToolParams* params) const final {
    return {CreateFlag<bool>("use_unmade_delegate", params, "Makes nothing.")};
  }
  TfLiteDelegatePtr CreateTfLiteDelegate(const ToolParams&) const final {
    return CreateNullDelegate();
  }
  std::string GetName() const final { return "UNMADE"; }
};

REGISTER_DELEGATE_PROVIDER(UnmadeDelegateProvider);

}  // namespace
}  // namespace tools

namespace {

class NegModel : public SingleOpModel {
 public:
  NegModel() {
    input = AddInput({TensorType_FLOAT32, {2}});
    output = AddOutput({TensorType_FLOAT32, {}});
    SetBuiltinOp(BuiltinOperator_NEG, BuiltinOptions_NegOptions,
                 CreateNegOptions(builder_).Union());
    BuildInterpreter({GetShape(input)});
  }
  int input, output;
};

void RunOnce() {
  NegModel m;
  m.PopulateTensor<float>(m.input, {1, -2});
  ASSERT_EQ(m.Invoke(), kTfLiteOk);
  EXPECT_THAT(m.ExtractVector<float>(m.output), ::testing::ElementsAre(-1, 2));
}

bool NamesADelegate() {
  const auto& params = KernelTestDelegateProviders::Get()->ConstParams();
  return params.Get<bool>("use_unmade_delegate") ||
         !params.Get<std::string>("external_delegate_path").empty();
}

TEST(RequireDelegation, FailsWhereTheDelegateIsMissing) {
  if (NamesADelegate() &&
      KernelTestDelegateProviders::Get()->RequiresDelegation()) {
    EXPECT_NONFATAL_FAILURE(RunOnce(), "--require_delegation=false");
  } else {
    RunOnce();
  }
}

TEST(RequireDelegation, StatusTells) {
  KernelTestDelegateProviders providers;
  EXPECT_TRUE(providers.RequiresDelegation());
  EXPECT_TRUE(providers.FlagsWithoutDelegate({}).empty());
  providers.MutableParams()->Set<bool>("use_unmade_delegate", true);
  EXPECT_THAT(providers.FlagsWithoutDelegate(providers.CreateAllDelegates()),
              ::testing::ElementsAre("use_unmade_delegate"));
}

}  // namespace
}  // namespace tflite

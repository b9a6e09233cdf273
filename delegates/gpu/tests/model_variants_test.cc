// The self-check has problems for the variants of kernels that whole networks
// request, although they are recorded from cases. Nothing is computed.
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "delegates/gpu/api/gpu_options.h"
#include "delegates/gpu/kernels/kernels.h"
#include "delegates/gpu/self_check/problems.h"
#include "delegates/gpu/tests/idle_device.h"
#include "delegates/gpu/tests/lowered_kernels.h"
#include "gtest/gtest.h"
#include "kernels/register/register.h"
#include "tensorflow_lite_lite/base/strings.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/core/interpreter_builder.h"
#include "tensorflow_lite_lite/core/model.h"
#include "testing/golden/shared_model.h"

namespace tflite::gpu {
namespace {

// Variants that no case requests: they run unchecked.
constexpr const char* kUnchecked[] = {
    "lstm_cells_int8<NORM=1,PROJECTED=1> 64x1x1",
    "requantize_stored<FROM=7,TO=1> 64x1x1",
};

// The variants without chains that a model's partitions request.
std::set<GpuKernelSpec> VariantsOf(const FlatBufferModel& model,
                                   const GpuCaps& caps, bool half) {
  GpuDeviceOptions device_options;
  device_options.kernels = &GpuKernels();
  device_options.skip_self_check = true;
  const auto device = std::make_shared<IdleDevice>(caps, device_options);
  GpuOptions options;
  options.precision_loss_allowed = half;
  options.take_quantized = true;
  const std::unique_ptr<TfLiteDelegate, void (*)(TfLiteDelegate*)> delegate(
      CreateGpuDelegate(options, device), TfLiteGpuDelegateV2Delete);
  const ops::builtin::BuiltinOpResolverWithoutDefaultDelegates resolver;
  std::unique_ptr<Interpreter> interpreter;
  InterpreterBuilder(model, resolver)(&interpreter);
  // Of models whose operators are not linked, there is none.
  if (interpreter == nullptr) return {};
  interpreter->ModifyGraphWithDelegate(delegate.get());
  interpreter->AllocateTensors();
  std::set<GpuKernelSpec> variants;
  for (const GpuKernelSpec& spec : device->specs()) {
    variants.insert(WithoutChain(spec));
  }
  return variants;
}

TEST(GpuModels, VariantsHaveProblems) {
  const std::vector<std::string> names = golden::SharedModelNames();
  if (names.empty()) GTEST_SKIP() << "not run: the models are not there";
  std::set<std::string> checked;
  std::map<std::string, std::string> unchecked;  // and a model
  for (const std::string& name : names) {
    const auto model = golden::OpenSharedModel(name);
    ASSERT_TRUE(model.ok()) << model.status();
    for (const GpuCaps& caps : AllKindsOfGpuCaps()) {
      for (GpuKernelSpec spec : VariantsOf(**model, caps, caps.fp16_storage)) {
        if (base::EndsWith(spec.kernel, "_half")) {
          spec.kernel.resize(spec.kernel.size() - 5);
        }
        if (MakeGpuProblem(spec)) {
          checked.insert(ToString(spec));
        } else {
          unchecked[ToString(spec)] = name;
        }
      }
    }
  }
  EXPECT_GT(checked.size(), 100u);
  const std::set<std::string> known(std::begin(kUnchecked),
                                    std::end(kUnchecked));
  for (const auto& [variant, model] : unchecked) {
    EXPECT_EQ(known.count(variant), 1u)
        << variant << " has no problem; " << model << " requests it";
  }
  for (const std::string& variant : known) {
    EXPECT_EQ(checked.count(variant), 0u) << variant << " has a problem";
  }
}

}  // namespace
}  // namespace tflite::gpu

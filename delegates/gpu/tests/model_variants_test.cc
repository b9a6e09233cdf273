// The self-check has problems for the variants of kernels that whole networks
// request, although they are recorded from cases. Nothing is computed.
#include <filesystem>
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

namespace tflite::gpu {
namespace {

// Variants that no case requests: they run unchecked.
constexpr const char* kUnchecked[] = {
    "lstm_cells_int8<NORM=1,PROJECTED=1> 64x1x1",
    "requantize_stored<FROM=7,TO=1> 64x1x1",
};

constexpr char kModels[] = "../shared/goldens/models";

// The variants without chains that a model's partitions request.
std::set<GpuKernelSpec> VariantsOf(const std::string& path, const GpuCaps& caps,
                                   bool half) {
  const auto model = FlatBufferModel::BuildFromFile(path.c_str());
  EXPECT_NE(model, nullptr) << path;
  if (model == nullptr) return {};
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
  InterpreterBuilder(*model, resolver)(&interpreter);
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
  if (!std::filesystem::exists(kModels)) {
    GTEST_SKIP() << "not run: " << kModels << " does not exist";
  }
  std::set<std::string> checked;
  std::map<std::string, std::string> unchecked;  // and a model
  for (const auto& folder : std::filesystem::directory_iterator(kModels)) {
    const std::string path = folder.path().string() + "/model.tflite";
    if (!std::filesystem::exists(path)) continue;
    for (const GpuCaps& caps : AllKindsOfGpuCaps()) {
      for (GpuKernelSpec spec : VariantsOf(path, caps, caps.fp16_storage)) {
        if (base::EndsWith(spec.kernel, "_half")) {
          spec.kernel.resize(spec.kernel.size() - 5);
        }
        if (MakeGpuProblem(spec)) {
          checked.insert(ToString(spec));
        } else {
          unchecked[ToString(spec)] = folder.path().filename().string();
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

#include "delegates/dummy/dummy_delegate.h"

#include <utility>

#include "delegates/dummy/dummy_kernel.h"
#include "delegates/dummy/dummy_lowering.h"

namespace tflite::dummy {
namespace {

class DummyDelegate : public PlannedDelegate {
 public:
  DummyDelegate(const DummyDelegateOptions& options, Options common)
      : options_(options), common_(std::move(common)) {}

  Status CheckNode(const TfLiteRegistration* registration,
                   const TfLiteNode* node,
                   TfLiteContext* context) const override {
    return PlanDummyNode(options_, GraphNode(*registration, node), context);
  }

  // A real delegate opens its device here, once for all graphs.
  TfLiteStatus Initialize(TfLiteContext* context) override { return kTfLiteOk; }

  const char* Name() const override { return "DummyDelegate"; }

  std::unique_ptr<SimpleDelegateKernelInterface> CreateDelegateKernelInterface()
      override {
    return std::make_unique<DummyKernel>(options_);
  }

  Options DelegateOptions() const override { return common_; }

 private:
  const DummyDelegateOptions options_;
  const Options common_;
};

}  // namespace

TfLiteDelegate* CreateDummyDelegate(
    const DummyDelegateOptions& options,
    const SimpleDelegateInterface::Options& common) {
  // The kernel does not compute shapes, so it needs those computed by the nodes
  // it replaces.
  return TfLiteDelegateFactory::CreateSimpleDelegate(
      std::make_unique<DummyDelegate>(options, common),
      kTfLiteDelegateFlagsRequirePropagatedShapes);
}

}  // namespace tflite::dummy

extern "C" {

DummyDelegateOptions TfLiteDummyDelegateOptionsDefault(void) {
  DummyDelegateOptions options{};
  options.allowed_builtin_code = -1;
  return options;
}

TfLiteDelegate* TfLiteDummyDelegateCreate(const DummyDelegateOptions* options) {
  return tflite::dummy::CreateDummyDelegate(
      options != nullptr ? *options : TfLiteDummyDelegateOptionsDefault(), {});
}

void TfLiteDummyDelegateDelete(TfLiteDelegate* delegate) {
  tflite::TfLiteDelegateFactory::DeleteSimpleDelegate(delegate);
}

}  // extern "C"

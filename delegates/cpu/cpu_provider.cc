// The delegate's flags in every tool.
#include "delegates/cpu/cpu_delegate.h"
#include "tools/delegates/switched_provider.h"

namespace tflite {
namespace tools {
namespace {

constexpr char kStripBytes[] = "cpu_delegate_strip_bytes";
constexpr char kLeastValueBytes[] = "cpu_delegate_least_value_bytes";

}  // namespace

class CpuDelegateProvider : public SwitchedProvider {
 public:
  CpuDelegateProvider()
      : SwitchedProvider("CPU", "use_cpu_delegate", "Use the CPU delegate.",
                         "Use CPU delegate") {
    const CpuDelegateOptions options = CpuDelegateOptionsDefault();
    AddFlag<int32_t>(kStripBytes, options.strip_bytes,
                     "Bytes of a strip's results between the CPU delegate's "
                     "layers; 0: no strips.",
                     "CPU delegate's strip bytes");
    AddFlag<int32_t>(kLeastValueBytes, options.least_value_bytes,
                     "Bytes of the smallest result for which the CPU delegate "
                     "uses strips.",
                     "CPU delegate's least value bytes");
  }

 private:
  base::StatusOr<TfLiteDelegatePtr> Create(
      const ToolParams& params) const final {
    CpuDelegateOptions options = CpuDelegateOptionsDefault();
    options.strip_bytes = params.Get<int32_t>(kStripBytes);
    options.least_value_bytes = params.Get<int32_t>(kLeastValueBytes);
    return TfLiteDelegatePtr(
        cpu::CreateCpuDelegate(options, SimpleDelegateParams(params)),
        CpuDelegateDelete);
  }
};

REGISTER_DELEGATE_PROVIDER(CpuDelegateProvider);

}  // namespace tools
}  // namespace tflite

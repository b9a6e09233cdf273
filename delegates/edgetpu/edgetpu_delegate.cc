#include <memory>
#include <utility>

#include "delegates/common/lowered_delegate.h"
#include "delegates/edgetpu/compiler/compile.h"
#include "delegates/edgetpu/compiler/lowering.h"
#include "delegates/edgetpu/edgetpu_options.h"
#include "delegates/edgetpu/edgetpu_program.h"
#include "tensorflow_lite_lite/base/log.h"

namespace tflite::edgetpu {
namespace {

constexpr char kName[] = "EdgeTpuDelegate";

EdgeTpuCaps CapsOf(const EdgeTpuOptions& options) {
  EdgeTpuCaps caps;
  caps.target = options.target;
  return caps;
}

class EdgeTpuDelegate final
    : public LoweredDelegate<EdgeTpuCaps, LayerBuilder> {
 public:
  explicit EdgeTpuDelegate(const EdgeTpuOptions& options)
      : LoweredDelegate(kName, options.nodes, EdgeTpuLowering(),
                        CapsOf(options)),
        report_(options.report) {}

  StatusOr<std::unique_ptr<PartitionProgram>> Compile(
      TfLiteContext* context, const DelegatedPartition& partition,
      const EdgeTpuCaps& caps) override {
    LayerBuilder builder(context, partition, caps.statics);
    TFLL_RETURN_IF_ERROR(
        EmitPartition(EdgeTpuLowering(), context, partition, caps, builder));
    const std::vector<Image> images = builder.images();
    TFLL_ASSIGN_OR_RETURN(CompiledProgram compiled,
                          CompileLayers(builder.Take(), images, caps.target));
    TFLL_ASSIGN_OR_RETURN(auto program,
                          EdgeTpuProgram::Create(std::move(compiled)));
    const RunReport time = program->Time();
    base::Log(base::LogLevel::kInfo,
              "%s: a run of a partition of %zu nodes takes the device %.3f ms, "
              "as estimated; measured times are those of its simulator",
              kName, partition.nodes.size(), time.seconds * 1e3);
    if (report_) {
      base::Log(base::LogLevel::kInfo, "%s:\n%s", kName,
                ReportTable(time).c_str());
    }
    return std::unique_ptr<PartitionProgram>(std::move(program));
  }

 private:
  const bool report_;
};

}  // namespace

StatusOr<TfLiteDelegate*> CreateEdgeTpuDelegate(const EdgeTpuOptions& options) {
  TFLL_RETURN_IF_ERROR(CheckTarget(options.target));
  return TfLiteDelegateFactory::CreateSimpleDelegate(
      std::make_unique<EdgeTpuDelegate>(options));
}

void DeleteEdgeTpuDelegate(TfLiteDelegate* delegate) {
  TfLiteDelegateFactory::DeleteSimpleDelegate(delegate);
}

}  // namespace tflite::edgetpu

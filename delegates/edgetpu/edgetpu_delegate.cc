#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>

#include "delegates/common/cache/program_cache.h"
#include "delegates/common/lowered_delegate.h"
#include "delegates/edgetpu/compiled_cache.h"
#include "delegates/edgetpu/compiled_partition.h"
#include "delegates/edgetpu/compiler/compile.h"
#include "delegates/edgetpu/compiler/lowering.h"
#include "delegates/edgetpu/edgetpu_options.h"
#include "delegates/edgetpu/edgetpu_program.h"
#include "delegates/edgetpu/report_file.h"
#include "tensorflow_lite_lite/base/log.h"

namespace tflite::edgetpu {
namespace {

constexpr char kName[] = "EdgeTpuDelegate";

EdgeTpuCaps CapsOf(const EdgeTpuOptions& options) {
  EdgeTpuCaps caps;
  if (options.device != nullptr) caps.target = options.device->target;
  return caps;
}

ProgramCache CacheOf(const EdgeTpuOptions& options) {
  ProgramCache::Options cache;
  cache.directory = options.program_dir;
  cache.token = options.program_token;
  return ProgramCache(cache);
}

bool IsCompiledNode(const GraphNode& node) {
  return node.Is(kTfLiteBuiltinCustom, kCustomOpName);
}

class EdgeTpuDelegate final
    : public LoweredDelegate<EdgeTpuCaps, LayerBuilder> {
 public:
  // `report_json` may be null.
  EdgeTpuDelegate(const EdgeTpuOptions& options,
                  std::shared_ptr<ReportFile> report_json)
      : LoweredDelegate(kName, options.nodes, EdgeTpuLowering(),
                        CapsOf(options)),
        device_(options.device),
        report_(options.report),
        report_json_(std::move(report_json)),
        keeps_programs_(!options.program_dir.empty()),
        cache_(CacheOf(options)) {}

  TfLiteStatus Initialize(TfLiteContext* context) override {
    bool compiled = false;
    const Status read = ForEachNode(context, [&](const GraphNode& node) {
      compiled = compiled || IsCompiledNode(node);
    });
    if (!read.ok()) return Report(context, read);
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (compiled) {
        compiled_graphs_.insert(context);
      } else {
        compiled_graphs_.erase(context);
      }
    }
    return LoweredDelegate::Initialize(context);
  }

  Status CheckNode(const TfLiteRegistration* registration,
                   const TfLiteNode* node,
                   TfLiteContext* context) const override {
    if (IsCompiledNode(GraphNode(*registration, node))) {
      const auto executable = ExecutableOf(*node);
      if (executable.ok()) return OkStatus();
      return Unsupported(std::string(executable.status().message()));
    }
    if (device_ == nullptr) return Unsupported("there is no device");
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (compiled_graphs_.count(context) != 0) {
        return Unsupported("the compiler has left the node to the CPU");
      }
    }
    return LoweredDelegate::CheckNode(registration, node, context);
  }

  StatusOr<std::unique_ptr<PartitionProgram>> Compile(
      TfLiteContext* context, const DelegatedPartition& partition,
      const EdgeTpuCaps& caps) override {
    if (IsCompiledNode(partition.nodes[0]->get())) {
      return Load(context, partition);
    }
    LayerBuilder builder(context, partition, caps.statics);
    TFLL_RETURN_IF_ERROR(
        EmitPartition(EdgeTpuLowering(), context, partition, caps, builder));
    const std::vector<Image> images = builder.images();
    const LayerGraph graph = builder.Take();
    bool from_cache = false;
    TFLL_ASSIGN_OR_RETURN(
        CompiledProgram compiled,
        keeps_programs_
            ? CompileLayersOnce(graph, images, caps.target, cache_, &from_cache)
            : CompileLayers(graph, images, caps.target));
    TFLL_ASSIGN_OR_RETURN(auto program,
                          EdgeTpuProgram::Create(std::move(compiled), device_));
    Show("a partition of " + std::to_string(partition.nodes.size()) + " nodes" +
             (from_cache ? " (kept on disk)" : ""),
         program->Time());
    return std::unique_ptr<PartitionProgram>(std::move(program));
  }

 private:
  StatusOr<std::unique_ptr<PartitionProgram>> Load(
      TfLiteContext* context, const DelegatedPartition& partition) const {
    TFLL_ASSIGN_OR_RETURN(
        auto program, CompiledPartition::Create(context, partition, device_));
    for (size_t i = 0; i < program->num_nodes(); ++i) {
      const CompiledNode& node = program->node(i);
      if (node.cpu_reason().empty()) {
        Show(Describe(context, partition.nodes[i]->get()), node.Time());
        continue;
      }
      base::Log(base::LogLevel::kWarning,
                "%s: the original nodes of %s run on the CPU: %s", kName,
                Describe(context, partition.nodes[i]->get()).c_str(),
                node.cpu_reason().c_str());
    }
    return std::unique_ptr<PartitionProgram>(std::move(program));
  }

  void Show(const std::string& what, RunReport report) const {
    base::Log(base::LogLevel::kInfo,
              "%s: a run of %s takes the device %.3f ms, as estimated; "
              "measured times are those of its simulator",
              kName, what.c_str(), report.seconds * 1e3);
    if (report_) {
      base::Log(base::LogLevel::kInfo, "%s:\n%s", kName,
                ReportTable(report).c_str());
    }
    if (report_json_ == nullptr) return;
    report.name = what;
    const Status written = report_json_->Add(report);
    if (written.ok()) return;
    base::Log(base::LogLevel::kWarning, "%s: %s", kName,
              std::string(written.message()).c_str());
  }

  const std::shared_ptr<VirtualDevice> device_;
  const bool report_;
  const std::shared_ptr<ReportFile> report_json_;
  const bool keeps_programs_;
  const ProgramCache cache_;
  mutable std::mutex mutex_;
  std::set<TfLiteContext*> compiled_graphs_;
};

}  // namespace

StatusOr<TfLiteDelegate*> CreateEdgeTpuDelegate(const EdgeTpuOptions& options) {
  if (options.device != nullptr) {
    TFLL_RETURN_IF_ERROR(CheckTarget(options.device->target));
  }
  std::shared_ptr<ReportFile> report_json;
  if (!options.report_json.empty()) {
    TFLL_ASSIGN_OR_RETURN(report_json, ReportFile::Open(options.report_json));
  }
  return TfLiteDelegateFactory::CreateSimpleDelegate(
      std::make_unique<EdgeTpuDelegate>(options, std::move(report_json)),
      options.before_prepare ? kTfLiteDelegateFlagsAllowDynamicTensors
                             : kTfLiteDelegateFlagsNone);
}

void DeleteEdgeTpuDelegate(TfLiteDelegate* delegate) {
  TfLiteDelegateFactory::DeleteSimpleDelegate(delegate);
}

}  // namespace tflite::edgetpu

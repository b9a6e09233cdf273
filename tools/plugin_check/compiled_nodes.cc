#include "tools/plugin_check/compiled_nodes.h"

#include <map>
#include <memory>

#include "delegates/edgetpu/compiled_node.h"
#include "delegates/edgetpu/devices.h"
#include "delegates/edgetpu/executable/executable.h"
#include "flatbuffers/flatbuffers.h"
#include "tensorflow_lite_lite/base/strings.h"
#include "tensorflow_lite_lite/core/model.h"
#include "tensorflow_lite_lite/schema/model_file.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"
#include "tensorflow_lite_lite/schema/schema_utils.h"

namespace tflite {
namespace plugin_check {
namespace {

using base::StrCat;

// Of the original nodes of an executable, only the format has been verified.
std::string NameOf(const Operator& op, const Model& model) {
  const auto* codes = model.operator_codes();
  if (codes == nullptr || op.opcode_index() >= codes->size()) {
    return "no operator";
  }
  const OperatorCode& code = *codes->Get(op.opcode_index());
  if (code.custom_code() != nullptr) return code.custom_code()->str();
  return EnumNameBuiltinOperator(GetBuiltinCode(&code));
}

// "3 nodes (CONV_2D 2, ADD 1)" of the primary subgraph, without compiled ones.
std::string Listed(const Model& model) {
  std::map<std::string, int> counts;
  int total = 0;
  for (const Operator* op : *model.subgraphs()->Get(0)->operators()) {
    const std::string name = NameOf(*op, model);
    if (name == edgetpu::kCustomOpName) continue;
    ++counts[name];
    ++total;
  }
  std::string list;
  for (const auto& [name, count] : counts) {
    base::StrAppend(&list, list.empty() ? "" : ", ", name, " ", count);
  }
  return StrCat(total, total == 1 ? " node (" : " nodes (", list, ")");
}

std::string OriginalNodes(const edgetpu::Executable& executable) {
  const std::vector<uint8_t>& nodes = executable.original_nodes;
  flatbuffers::Verifier verifier(nodes.data(), nodes.size());
  if (!VerifyModelBuffer(verifier)) return "nodes that are damaged";
  const Model& model = *GetModel(nodes.data());
  if (model.subgraphs() == nullptr || model.subgraphs()->size() == 0 ||
      model.subgraphs()->Get(0)->operators() == nullptr) {
    return "no nodes";
  }
  return Listed(model);
}

std::string LineOf(absl::Span<const uint8_t> options,
                   const edgetpu::VirtualDevice* device) {
  const auto executable = edgetpu::ParseExecutable(options);
  if (!executable.ok()) {
    return StrCat("refused: ", executable.status().message());
  }
  const std::string obstacle = edgetpu::ObstacleTo(*executable, device);
  const std::string nodes = OriginalNodes(*executable);
  if (obstacle.empty()) {
    return StrCat("runs on ", device->path, " (target '", device->target.name,
                  "', version ", executable->version, "): ", nodes);
  }
  return StrCat("runs on the CPU: ", nodes, ": ", obstacle);
}

}  // namespace

base::StatusOr<std::vector<std::string>> DescribeCompiledNodes(
    const std::string& path, const external::PluginOptions& options) {
  const auto model = FlatBufferModel::VerifyAndBuildFromFile(path.c_str());
  if (model == nullptr) return base::Invalid(path, " cannot be read");
  std::vector<std::string> lines;
  const Model& contents = *model->GetModel();
  if (contents.subgraphs() == nullptr || contents.subgraphs()->size() == 0 ||
      contents.subgraphs()->Get(0)->operators() == nullptr) {
    return lines;
  }
  std::string choice, target;
  for (const auto& [key, value] : options) {
    if (key == "device") choice = value;
    if (key == "target") target = value;
  }
  std::shared_ptr<edgetpu::VirtualDevice> device;
  const SubGraph& graph = *contents.subgraphs()->Get(0);
  for (const Operator* op : *graph.operators()) {
    if (NameOf(*op, contents) != edgetpu::kCustomOpName) continue;
    if (lines.empty()) {
      TFLL_ASSIGN_OR_RETURN(device, edgetpu::ChooseDevice(choice, target));
    }
    TFLL_ASSIGN_OR_RETURN(const auto bytes,
                          schema::CustomOptions(model->file(), *op));
    lines.push_back(StrCat("compiled node ", lines.size(), " ",
                           LineOf(bytes, device.get())));
  }
  if (lines.empty()) return lines;
  if (graph.operators()->size() > lines.size()) {
    lines.push_back(
        StrCat("left by the compiler, for the CPU: ", Listed(contents)));
  }
  return lines;
}

}  // namespace plugin_check
}  // namespace tflite

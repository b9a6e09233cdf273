#include "tools/edgetpu_compiler/executable_text.h"

#include <cinttypes>
#include <cstdio>
#include <vector>

#include "delegates/edgetpu/executable/executable.h"
#include "delegates/edgetpu/isa/encoding.h"
#include "delegates/edgetpu/simulator/simulator.h"
#include "tensorflow_lite_lite/base/strings.h"
#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/schema/model_file.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"

namespace tflite::edgetpu_compiler {
namespace {

using namespace edgetpu;

// In the order of Space.
constexpr const char* kSpaces[] = {"input",   "output", "parameters",
                                   "scratch", "store",  "tile"};
static_assert(std::size(kSpaces) == kNumSpaces);

// Of numbers: names may be long.
template <typename... T>
std::string Line(const char* format, T... values) {
  char line[160];
  std::snprintf(line, sizeof(line), format, values...);
  return line;
}

// On one line, whatever the file has.
std::string NameText(std::string_view name) {
  return base::EscapeText(name, /*keep_utf8=*/true);
}

std::string TensorsText(const char* what,
                        const std::vector<HostTensor>& tensors) {
  std::string text;
  for (size_t i = 0; i < tensors.size(); ++i) {
    const HostTensor& t = tensors[i];
    std::string shape;
    for (const int32_t extent : t.shape) {
      shape += StrCat(shape.empty() ? "" : ",", extent);
    }
    text += StrCat(
        what, " ", i, ": ", TfLiteTypeGetName(static_cast<TfLiteType>(t.type)),
        " [", shape, "], row-major, ", t.bytes, " bytes, '", NameText(t.name),
        "'", t.state < 0 ? "" : StrCat(", state of input ", t.state), "\n");
  }
  return text;
}

std::string MemoryText(const Program& program) {
  const MemoryMap& memory = program.memory;
  const Target& target = program.target;
  std::string text = StrCat(
      "Memory:\n  each tile: ", memory.tile, " of ", target.tile_memory_bytes,
      " bytes\n  parameter store: ", memory.store, " of ",
      target.parameter_store_bytes, " bytes\n  host: ", memory.parameters,
      " bytes of parameters, ", memory.scratch, " of scratch memory\n");
  for (const MemoryRegion& r : memory.regions) {
    text += Line("  %-8s 0x%08" PRIx32 " %10" PRIu64 " bytes, layers %4" PRIu32
                 " to %4" PRIu32 ", %s\n",
                 kSpaces[static_cast<int>(r.space)], r.offset, r.bytes,
                 r.first_layer, r.last_layer,
                 r.parameters ? "parameters" : "a value");
  }
  return text;
}

StatusOr<std::string> TransfersText(const Program& program) {
  TFLL_ASSIGN_OR_RETURN(const auto transfers, TransfersOf(program));
  std::string text = "Transfers over the host link, per inference:\n";
  for (const HostTransfer& t : transfers) {
    text +=
        Line("  %-4s %-10s %3d %8" PRIu32 " transfers %10" PRIu64 " bytes\n",
             t.to_host ? "to" : "from", kSpaces[static_cast<int>(t.space)],
             static_cast<int>(t.unit), t.count, t.bytes);
  }
  return text;
}

std::string LayersText(const Executable& e) {
  std::string text = StrCat("Layers, ", e.estimated_cycles,
                            " cycles with instructions, as estimated:\n");
  for (size_t i = 0; i < e.program.layers.size(); ++i) {
    const ProgramLayer& layer = e.program.layers[i];
    text += Line("  %4d %10" PRIu64 " cycles %8" PRIu32
                 " instructions %12" PRIu64 " products ",
                 static_cast<int>(i), e.layer_cycles[i], layer.num_instructions,
                 layer.multiplications) +
            NameText(layer.name) + "\n";
  }
  return text;
}

StatusOr<std::string> CodeText(const char* title,
                               const std::vector<uint8_t>& code) {
  TFLL_ASSIGN_OR_RETURN(const auto instructions, DecodeInstructions(code));
  std::string text = StrCat(title, "\n");
  for (size_t i = 0; i < instructions.size(); ++i) {
    text += StrCat("  ", i, ": ", Disassemble(instructions[i]), "\n");
  }
  return text;
}

StatusOr<std::string> TextOf(absl::Span<const uint8_t> options, bool code) {
  TFLL_ASSIGN_OR_RETURN(const Executable e, ParseExecutable(options));
  std::string text =
      StrCat("Version ", e.version, ", compiler ", NameText(e.compiler), ", ",
             options.size(), " bytes\n", TensorsText("Input", e.inputs),
             TensorsText("Output", e.outputs),
             "Parameters: ", e.program.parameters.size(),
             " bytes, which hold the constants of ", e.packed_layers.size(),
             " layers\nOriginal nodes: ", e.original_nodes.size(),
             " bytes without them\n");
  if (e.version != kExecutableVersion) return text;
  if (!e.target_problem.empty()) {
    text += StrCat("Target, not known here: ", e.target_problem, "\n");
    for (const std::string_view line : base::StrSplit(e.target_text, '\n')) {
      if (!line.empty()) text += StrCat(NameText(line), "\n");
    }
    return text;
  }
  const Program& program = e.program;
  TFLL_RETURN_IF_ERROR(Simulator::Create(program).status());
  text +=
      StrCat("Caching token: ", program.caching_token, "\nTarget:\n",
             TargetText(program.target), "Blocks of the array: ", e.depth_block,
             " channels, ", e.lane_block, " lanes\n", MemoryText(program));
  TFLL_ASSIGN_OR_RETURN(const std::string transfers, TransfersText(program));
  text += transfers + LayersText(e);
  if (!code) return text;
  TFLL_ASSIGN_OR_RETURN(
      const std::string load,
      CodeText("Instructions that load parameters:", program.load_code));
  TFLL_ASSIGN_OR_RETURN(const std::string run,
                        CodeText("Instructions:", program.code));
  return text + load + run;
}

}  // namespace

base::StatusOr<std::string> ExecutablesText(const FlatBufferModel& model,
                                            bool code) {
  const Model& contents = *model.GetModel();
  std::string text;
  int found = 0;
  if (contents.subgraphs() == nullptr || contents.operator_codes() == nullptr) {
    return Invalid("it has no operators");
  }
  for (const SubGraph* graph : *contents.subgraphs()) {
    if (graph->operators() == nullptr) continue;
    for (const Operator* op : *graph->operators()) {
      if (op->opcode_index() >= contents.operator_codes()->size()) continue;
      const auto* name =
          contents.operator_codes()->Get(op->opcode_index())->custom_code();
      if (name == nullptr || name->str() != kCustomOpName) continue;
      TFLL_ASSIGN_OR_RETURN(const auto options,
                            schema::CustomOptions(model.file(), *op));
      const auto one = TextOf(options, code);
      if (!one.ok()) {
        return Annotate(one.status(), StrCat("executable ", found));
      }
      text += StrCat("Executable ", found++, "\n", *one);
    }
  }
  if (found == 0) return Invalid("it has no executable");
  return text;
}

}  // namespace tflite::edgetpu_compiler

#include "tensorflow_lite_lite/schema/verifier.h"

#include <algorithm>
#include <vector>

#include "tensorflow_lite_lite/schema/flatbuffer_access.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"
#include "tensorflow_lite_lite/schema/schema_utils.h"
#include "tensorflow_lite_lite/schema/verify_subgraph.h"
#include "tensorflow_lite_lite/schema/verify_tensor.h"

namespace tflite::schema {
namespace {

constexpr uint32_t kSchemaVersion = 3;
constexpr int kDeepestNesting = 64;
// Times that all subgraphs together can be reached from the first: a bound on
// the work to prepare them.
constexpr int64_t kMaxPaths = 1 << 20;
// For models of unknown size.
constexpr int64_t kDefaultBudget = int64_t{1} << 26;
// On top of the file's size, so that small models may share arrays.
constexpr int64_t kSharedEntries = 1 << 20;

Status CheckOperatorCodes(const Model& model) {
  for (int64_t i = 0; i < SizeOf(model.operator_codes()); ++i) {
    const OperatorCode& code = *model.operator_codes()->Get(i);
    if (GetBuiltinCode(&code) == BuiltinOperator_CUSTOM &&
        code.custom_code() == nullptr) {
      return Invalid("operator code ", i,
                     " is CUSTOM and has no custom_code to name it");
    }
  }
  return OkStatus();
}

// Metadata is handed out as copies, hence the charge.
Status ChargeMetadata(const ModelFile& model, VerifyBudget* budget) {
  for (int64_t i = 0; i < SizeOf(model.model->metadata()); ++i) {
    const Metadata& entry = *model.model->metadata()->Get(i);
    const auto contents = BufferContents(model, entry.buffer());
    if (!contents.ok()) continue;
    TFLL_RETURN_IF_ERROR(budget->Charge(contents->size()));
  }
  return OkStatus();
}

Status ChargeNames(
    const flatbuffers::Vector<flatbuffers::Offset<TensorMap>>* maps,
    VerifyBudget* budget) {
  for (int64_t i = 0; i < SizeOf(maps); ++i) {
    if (maps->Get(i)->name() == nullptr) continue;
    TFLL_RETURN_IF_ERROR(budget->Charge(maps->Get(i)->name()->size()));
  }
  return OkStatus();
}

// What a signature names is looked at where signatures are read: one that names
// what does not exist is left out.
Status CheckSignatures(const Model& model, VerifyBudget* budget) {
  for (int64_t i = 0; i < SizeOf(model.signature_defs()); ++i) {
    const SignatureDef& signature = *model.signature_defs()->Get(i);
    if (signature.signature_key() == nullptr) {
      return Invalid("signature ", i, " has no key");
    }
    TFLL_RETURN_IF_ERROR(budget->Charge(signature.signature_key()->size()));
    TFLL_RETURN_IF_ERROR(ChargeNames(signature.inputs(), budget));
    TFLL_RETURN_IF_ERROR(ChargeNames(signature.outputs(), budget));
  }
  return OkStatus();
}

// Refuses subgraphs that run themselves, directly or through others, and
// nesting that only an attack would have.
class CallGraphCheck {
 public:
  CallGraphCheck(const Model& model,
                 const std::vector<std::vector<int>>& callees)
      : model_(model), callees_(callees), visits_(callees.size()) {}

  Status Run() {
    for (size_t i = 0; i < callees_.size(); ++i) {
      TFLL_RETURN_IF_ERROR(Visit(i));
    }
    return OkStatus();
  }

 private:
  struct VisitState {
    bool active = false;
    int64_t paths = 0;  // 0 until it is known; at least 1 then
    int depth = 0;      // of what it runs
  };

  // Recursion is no deeper than kDeepestNesting: `level` counts it.
  Status Visit(int subgraph, int level = 0) {
    VisitState& state = visits_[subgraph];
    if (state.paths != 0) return OkStatus();
    if (state.active) {
      return Invalid(SubgraphLabel(model_, subgraph), " runs itself");
    }
    if (level > kDeepestNesting) return TooDeep(subgraph);
    state.active = true;
    int64_t paths = 1;
    for (const int callee : callees_[subgraph]) {
      TFLL_RETURN_IF_ERROR(Visit(callee, level + 1));
      paths += visits_[callee].paths;
      state.depth = std::max(state.depth, visits_[callee].depth + 1);
      if (state.depth > kDeepestNesting) return TooDeep(subgraph);
      if (paths > kMaxPaths) {
        return Invalid(SubgraphLabel(model_, subgraph),
                       " runs other subgraphs "
                       "along more than ",
                       kMaxPaths, " paths");
      }
    }
    state.active = false;
    state.paths = paths;
    return OkStatus();
  }

  Status TooDeep(int subgraph) const {
    return Invalid(SubgraphLabel(model_, subgraph), " is one of more than ",
                   kDeepestNesting, " subgraphs nested in each other");
  }

  const Model& model_;
  const std::vector<std::vector<int>>& callees_;
  std::vector<VisitState> visits_;
};

}  // namespace

Status VerifyStructure(absl::Span<const uint8_t> file) {
  // Contents outside the flatbuffer lie behind it, beyond any offset in it.
  constexpr size_t kLargestFlatbuffer = FLATBUFFERS_MAX_BUFFER_SIZE - 1;
  constexpr size_t kSmallestFlatbuffer = 8;
  const size_t size = std::min(file.size(), kLargestFlatbuffer);
  if (size <= kSmallestFlatbuffer) {
    return Invalid("The model is not a valid Flatbuffer buffer");
  }
  flatbuffers::Verifier::Options options;
  // A table takes 4 bytes at least where it is referred to. The limit keeps
  // the time linear when many references share tables.
  options.max_tables = static_cast<flatbuffers::uoffset_t>(size / 4);
  flatbuffers::Verifier verifier(file.data(), size, options);
  if (!VerifyModelBuffer(verifier)) {
    return Invalid("The model is not a valid Flatbuffer buffer");
  }
  return OkStatus();
}

Status VerifyModel(const ModelFile& file) {
  const Model& model = *file.model;
  if (model.version() != kSchemaVersion) {
    return Invalid("the model has schema version ", model.version(),
                   ", supported is ", kSchemaVersion);
  }
  const int64_t subgraphs = SizeOf(model.subgraphs());
  if (subgraphs == 0) return Invalid("the model has no subgraphs");
  VerifyBudget budget(file.file.empty() ? kDefaultBudget
                                        : file.file.size() + kSharedEntries);
  TFLL_RETURN_IF_ERROR(CheckOperatorCodes(model));
  std::vector<std::vector<int>> callees(subgraphs);
  for (int64_t i = 0; i < subgraphs; ++i) {
    TFLL_RETURN_IF_ERROR(VerifySubgraph(file, i, &budget, &callees[i]));
  }
  TFLL_RETURN_IF_ERROR(CallGraphCheck(model, callees).Run());
  TFLL_RETURN_IF_ERROR(ChargeMetadata(file, &budget));
  return CheckSignatures(model, &budget);
}

}  // namespace tflite::schema

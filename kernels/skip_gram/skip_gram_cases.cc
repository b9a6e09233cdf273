#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

void AddCases(CaseTable& table) {
  for (const bool all : {false, true}) {
    for (const int skip : {0, 2}) {
      table.Add(
          Case((all ? "AllSkip" : "Skip") + std::to_string(skip), "string")
              .Op(kTfLiteBuiltinSkipGram, TfLiteSkipGramParams{2, skip, all})
              .Strings(Role::kInput, {1}, {"the quick  brown\tfox runs"})
              .Out(kString));
    }
  }
  table.Add(Case("NoWords", "string")
                .Op(kTfLiteBuiltinSkipGram, TfLiteSkipGramParams{2, 1, false})
                .Strings(Role::kInput, {1}, {""})
                .Out(kString));
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite

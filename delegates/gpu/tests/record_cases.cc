#include "delegates/gpu/tests/record_cases.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>
#include <utility>

#include "delegates/gpu/kernels/kernels.h"
#include "delegates/gpu/self_check/case_problems.h"
#include "delegates/gpu/self_check/problems.h"
#include "delegates/gpu/tests/captured_case.h"
#include "delegates/gpu/tests/lowered_kernels.h"
#include "tensorflow_lite_lite/base/strings.h"
#include "testing/conformance/case_run.h"
#include "testing/conformance/suite.h"

namespace tflite::gpu {
namespace {

using base::StatusOr;
using base::StrCat;
using conformance::Case;
using conformance::Tolerance;

// The relative error that all results may have that are not exact: more than
// any device has for quotients, roots, powers and logarithms.
constexpr double kInexact = 1.0 / 4096;

std::string VariantOf(const GpuKernelSpec& spec) {
  return ToString(CheckedVariant(spec));
}

// True if the operands are packed by the self-check itself.
bool IsPackedThere(const GpuKernelSpec& spec) {
  const auto problem = MakeGpuProblem(spec);
  return problem && !FindGpuCaseProblem(CheckedVariant(spec));
}

bool IsShuffle(const std::string& kernel) {
  return kernel.find("shuffle") != std::string::npos;
}

// Whether each device that has `kernel` also has `other`.
bool GoesWith(const std::string& other, const std::string& kernel) {
  const GpuKernelText* const a = GpuKernels().Find(other);
  const GpuKernelText* const b = GpuKernels().Find(kernel);
  return a != nullptr && b != nullptr &&
         (a->opencl != nullptr || b->opencl == nullptr) &&
         (!a->spirv.empty() || b->spirv.empty()) &&
         (!a->int8_dot || b->int8_dot) &&
         (!IsShuffle(other) || IsShuffle(kernel));
}

// A program that may become a problem.
struct Candidate {
  size_t index, caps;  // of the case and the features
  size_t cost = 0;
  std::set<std::string> variants;  // that it may check
};

size_t BytesIn(const CapturedCase& captured, GpuValue::Kind kind) {
  size_t bytes = 0;
  for (size_t v = 0; v < captured.graph.values.size(); ++v) {
    if (captured.graph.values[v].kind == kind) {
      bytes += captured.contents[v].size();
    }
  }
  return bytes;
}

// Small programs are preferred; with a call of their own for a variant, with
// some results, and of cases that do not depend on a random generator.
size_t CostOf(const Case& c, const CapturedCase& captured) {
  const size_t out = BytesIn(captured, GpuValue::Kind::kOutput);
  return BytesIn(captured, GpuValue::Kind::kInput) + out +
         BytesIn(captured, GpuValue::Kind::kConstant) +
         4000 * (captured.graph.calls.size() - 1) +
         (conformance::IsRandom(c) ? 1000 : 0) + (out < 16 ? 500 : 0);
}

// Finite, so that errors can be seen.
bool HasNumbers(const CapturedCase& captured) {
  for (size_t v = 0; v < captured.contents.size(); ++v) {
    if (captured.types[v] != kTfLiteFloat32) continue;
    for (size_t at = 0; at + 4 <= captured.contents[v].size(); at += 4) {
      float value;
      std::memcpy(&value, &captured.contents[v][at], sizeof(value));
      if (!std::isfinite(value)) return false;
    }
  }
  return true;
}

// `single`: kernels that run in single precision. The others are checked with
// programs of half precision.
std::set<std::string> VariantsIn(const GpuGraph& graph,
                                 const std::set<std::string>& single) {
  std::set<std::string> variants;
  for (const GpuCall& call : graph.calls) {
    GpuKernelSpec bare = WithoutChain(call.spec);
    if (base::EndsWith(bare.kernel, "_half")) {
      bare.kernel.resize(bare.kernel.size() - 5);
      if (single.count(bare.kernel) != 0) continue;
    }
    // A problem for one function represents those for all functions.
    const std::string variant = VariantOf(bare);
    if (variant != ToString(bare) || IsPackedThere(bare)) continue;
    const bool everywhere = std::all_of(
        graph.calls.begin(), graph.calls.end(), [&call](const GpuCall& other) {
          return GoesWith(other.spec.kernel, call.spec.kernel);
        });
    if (everywhere) variants.insert(variant);
  }
  return variants;
}

bool HasCopy(const GpuGraph& graph) {
  return std::any_of(graph.calls.begin(), graph.calls.end(),
                     [](const GpuCall& call) { return call.is_copy(); });
}

std::vector<Candidate> Candidates(const std::vector<Case>& cases,
                                  const std::vector<GpuPlanCaps>& caps) {
  std::vector<Candidate> all;
  std::set<std::string> single;
  for (size_t k = 0; k < caps.size(); ++k) {
    for (size_t i = 0; i < cases.size(); ++i) {
      const auto captured = Capture(cases[i], caps[k]);
      if (!captured) continue;
      // Devices with half precision come last.
      for (const GpuCall& call : captured->graph.calls) {
        if (!caps[k].half) single.insert(call.spec.kernel);
      }
      if (HasCopy(captured->graph) || !HasNumbers(*captured)) continue;
      Candidate candidate = {i, k};
      candidate.cost = CostOf(cases[i], *captured);
      candidate.variants = VariantsIn(captured->graph, single);
      if (!candidate.variants.empty()) all.push_back(std::move(candidate));
    }
  }
  return all;
}

// Of programs whose cost per variant is equal, the first one.
const Candidate* Best(const std::vector<Candidate>& all,
                      const std::set<std::string>& have,
                      std::set<std::string>* added) {
  const Candidate* best = nullptr;
  double least = 0;
  for (const Candidate& candidate : all) {
    std::set<std::string> fresh;
    std::set_difference(candidate.variants.begin(), candidate.variants.end(),
                        have.begin(), have.end(),
                        std::inserter(fresh, fresh.begin()));
    if (fresh.empty()) continue;
    const double cost =
        static_cast<double>(candidate.cost) / static_cast<double>(fresh.size());
    if (best != nullptr && cost >= least) continue;
    best = &candidate;
    least = cost;
    *added = std::move(fresh);
  }
  return best;
}

std::vector<uint32_t> WordsOf(const std::vector<uint8_t>& bytes) {
  std::vector<uint32_t> words((bytes.size() + 3) / 4);
  if (!bytes.empty()) std::memcpy(words.data(), bytes.data(), bytes.size());
  return words;
}

uint32_t BitsOf(double value) { return FloatBits(static_cast<float>(value)); }

// DATA of case_problems.h, in lines of at most 76 characters.
std::string DataOf(const std::vector<uint8_t>& bytes) {
  if (std::all_of(bytes.begin(), bytes.end(), [](uint8_t b) { return !b; })) {
    return "-\n";
  }
  const std::string data = ToGpuData(WordsOf(bytes));
  std::string text;
  for (size_t at = 0; at < data.size(); at += 76) {
    text += (at == 0 ? "" : "\n") + data.substr(at, 76);
  }
  return text + "\n";
}

std::string TextOf(const GpuCall& call, const std::map<int, int>& ids) {
  std::string text = StrCat("call ", call.spec.kernel);
  for (const uint32_t extent : call.spec.workgroup) text += StrCat(" ", extent);
  for (const uint32_t count : call.groups) text += StrCat(" ", count);
  text += "\n ";
  for (const auto& [name, value] : call.spec.constants) {
    text += StrCat(" ", name, "=", value);
  }
  text += " ;\n ";
  for (const uint32_t param : call.params) text += StrCat(" ", param);
  text += " ;\n ";
  for (const GpuOperand& operand : call.operands) {
    text += StrCat(" ", operand.written ? "w" : "", ids.at(operand.value));
  }
  return text + " ;\n";
}

// The values that the calls use, numbered in the order of their first use.
std::map<int, int> IdsOf(const GpuGraph& graph, std::vector<int>* values) {
  std::map<int, int> ids;
  for (const GpuCall& call : graph.calls) {
    for (const GpuOperand& operand : call.operands) {
      if (ids.try_emplace(operand.value, static_cast<int>(ids.size())).second) {
        values->push_back(operand.value);
      }
    }
  }
  return ids;
}

// The bits of the absolute and relative tolerance and of the steps.
std::string ToleranceText(const Tolerance& t) {
  const bool exact = t.absolute == 0 && t.relative == 0 && t.ulps == 0;
  const double relative =
      exact ? 0 : t.relative + t.ulps * FLT_EPSILON + kInexact;
  return StrCat(BitsOf(t.absolute), " ", BitsOf(relative), " ",
                BitsOf(t.steps));
}

// Complex numbers are compared as pairs of floats.
int TypeOf(TfLiteType type) {
  return type == kTfLiteComplex64 ? kTfLiteFloat32 : type;
}

// The golden's entry of a case on a device, for these variants.
std::string EntryOf(const Case& c, size_t caps, const CapturedCase& captured,
                    const std::set<std::string>& variants) {
  const GpuGraph& graph = captured.graph;
  std::vector<int> values;
  const std::map<int, int> ids = IdsOf(graph, &values);
  std::string text =
      StrCat("PROBLEM(\"", conformance::FullName(c), " ", caps, "\", R\"(\n");
  for (const std::string& variant : variants) {
    text += StrCat("for ", variant, "\n");
  }
  for (const int v : values) {
    const bool written = graph.values[v].kind == GpuValue::Kind::kOutput;
    const std::vector<uint8_t>& bytes = captured.contents[v];
    text += StrCat("value ", (bytes.size() + 3) / 4, " ",
                   written ? "-\n" : DataOf(bytes));
  }
  for (const GpuCall& call : graph.calls) text += TextOf(call, ids);
  for (const int v : values) {
    if (graph.values[v].kind != GpuValue::Kind::kOutput) continue;
    text += StrCat("result ", ids.at(v), " ", captured.contents[v].size(), " ",
                   TypeOf(captured.types[v]), " ", ToleranceText(c.tolerance()),
                   "\n", DataOf(captured.contents[v]));
  }
  return text + ")\")\n";
}

constexpr char kHead[] =
    "// Made by //delegates/gpu/tests:record_cases. See case_problems.h.\n"
    "// clang-format off\n";

}  // namespace

std::vector<Case> CasesForProblems() {
  std::vector<Case> cases = AllGpuCases();
  using conformance::kFloat32;
  cases.push_back(Case("SelfCheckRows", "float32")
                      .Op(kTfLiteBuiltinSub, TfLiteSubParams{})
                      .In(kFloat32, {2, 2, 50})
                      .In(kFloat32, {2, 1, 50})
                      .Out(kFloat32));
  // Variants of networks (model_variants_test.cc).
  cases.push_back(Case("SelfCheckConstant", "bool")
                      .Op(kTfLiteBuiltinGatherNd)
                      .In(conformance::kBool, {4, 5, 3})
                      .List({2, 3})
                      .Out(conformance::kBool));
  for (const int depth : {3, 4}) {
    cases.push_back(Case(StrCat("SelfCheckDepth", depth), "bool")
                        .Op(kTfLiteBuiltinGatherNd)
                        .In(conformance::kBool, {3, 4, 3, 5})
                        .In(conformance::kInt32.Range(0, 2), {7, depth})
                        .Out(conformance::kBool));
  }
  cases.push_back(Case("SelfCheckRow512", "float32")
                      .Op(kTfLiteBuiltinRfft2d)
                      .In(kFloat32, {1, 512})
                      .List({1, 512})
                      .Out(conformance::kComplex64)
                      .Within(conformance::Near(1e-4)));
  return cases;
}

std::vector<GpuPlanCaps> CapsForProblems() {
  std::vector<GpuPlanCaps> all;
  const auto add = [&all](const GpuCaps& caps) {
    all.emplace_back();
    all.back().device = caps;
  };
  for (const GpuCaps& caps : AllKindsOfGpuCaps()) add(caps);
  for (GpuCaps caps : AllKindsOfGpuCaps()) {
    if (!caps.software || caps.subgroup_size == 0) continue;
    for (const uint32_t size : {4, 16}) {
      caps.subgroup_size = size;
      add(caps);
    }
  }
  for (const GpuCaps& caps : AllKindsOfGpuCaps()) {
    if (!caps.fp16_storage) continue;
    add(caps);
    all.back().half = true;
  }
  return all;
}

StatusOr<std::string> RecordCaseProblems() {
  const std::vector<Case> cases = CasesForProblems();
  const std::vector<GpuPlanCaps> caps = CapsForProblems();
  const std::vector<Candidate> all = Candidates(cases, caps);
  // By name, so that few lines change if one is added.
  std::map<std::string, std::string> entries;
  std::set<std::string> have, added;
  while (const Candidate* best = Best(all, have, &added)) {
    have.insert(added.begin(), added.end());
    const Case& c = cases[best->index];
    const auto captured = Capture(c, caps[best->caps]);
    if (!captured) return base::Internal("cannot capture a case again");
    entries[StrCat(conformance::FullName(c), " ", best->caps)] =
        EntryOf(c, best->caps, *captured, added);
  }
  std::string text = kHead;
  for (const auto& [name, entry] : entries) text += entry;
  return text;
}

StatusOr<std::string> RecordSameProblems() {
  const std::vector<GpuPlanCaps> caps = CapsForProblems();
  std::map<std::string, Case> cases;
  for (Case& c : CasesForProblems()) {
    cases.emplace(conformance::FullName(c), std::move(c));
  }
  std::string text = kHead;
  for (const GpuCaseProblem& problem : GpuCaseProblems()) {
    const std::string name = problem.name;
    const size_t at = name.rfind(' ');
    const auto found = cases.find(name.substr(0, at));
    const size_t k = std::strtoul(name.c_str() + at, nullptr, 10);
    if (found == cases.end() || k >= caps.size()) {
      return base::Invalid("there is no case ", name);
    }
    const auto captured = Capture(found->second, caps[k]);
    if (!captured) return base::Invalid(name, " is not one partition");
    const std::vector<std::string> variants = VariantsOf(problem);
    text += EntryOf(found->second, k, *captured,
                    {variants.begin(), variants.end()});
  }
  return text;
}

std::set<GpuKernelSpec> RequestedVariants() {
  std::set<GpuKernelSpec> all;
  const std::vector<Case> cases = CasesForProblems();
  for (const GpuPlanCaps& caps : CapsForProblems()) {
    for (const Case& c : cases) {
      const auto captured = Capture(c, caps);
      if (!captured) continue;
      for (const GpuCall& call : captured->graph.calls) {
        GpuKernelSpec spec = WithoutChain(call.spec);
        // Both precisions use the same problem.
        if (base::EndsWith(spec.kernel, "_half")) {
          spec.kernel.resize(spec.kernel.size() - 5);
        }
        if (!call.is_copy()) all.insert(std::move(spec));
      }
    }
  }
  return all;
}

}  // namespace tflite::gpu

#include "tools/plugin_check/plugin_check.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "delegates/external/elf_symbols.h"
#include "delegates/external/plugin_library.h"
#include "tensorflow_lite_lite/base/strings.h"
#include "tools/plugin_check/compiled_nodes.h"
#include "tools/plugin_check/guarded_run.h"
#include "tools/plugin_check/model_check.h"

namespace tflite {
namespace plugin_check {
namespace {

std::string ListOf(const std::vector<std::string>& names) {
  return names.empty() ? "none" : base::StrJoin(names, ", ");
}

// The undefined symbols that belong to the C interface, which a host may
// export.
std::vector<std::string> HostFunctions(const external::ElfSymbols& symbols) {
  std::vector<std::string> names;
  for (const std::string& name : symbols.undefined) {
    if (base::StartsWith(name, "TfLite")) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string ExportsOf(const external::ElfSymbols& symbols) {
  std::vector<std::string> names;
  for (const std::string& name : symbols.defined) {
    if (base::StartsWith(name, "tflite_plugin_") ||
        name == "TFL_TheStableDelegate") {
      names.push_back(name);
    }
  }
  return ListOf(names);
}

std::string KindOf(const external::PluginLibrary& library) {
  const TfLiteStableDelegate* stable = library.stable();
  if (stable == nullptr) return "plugin";
  const auto text = [](const char* s) { return s == nullptr ? "(none)" : s; };
  return base::StrCat("stable delegate \"", text(stable->delegate_name), "\" ",
                      text(stable->delegate_version), ", interface ",
                      text(stable->delegate_abi_version));
}

std::string FlagsOf(const TfLiteDelegate& delegate, bool opaque) {
  const int64_t flags =
      opaque ? delegate.opaque_delegate_builder->flags : delegate.flags;
  std::vector<std::string> names;
  if (flags & kTfLiteDelegateFlagsAllowDynamicTensors) {
    names.push_back("takes dynamic tensors");
  }
  if (flags & kTfLiteDelegateFlagsRequirePropagatedShapes) {
    names.push_back("requires propagated shapes");
  }
  if (flags & kTfLiteDelegateFlagsPerOperatorProfiling) {
    names.push_back("profiles operators");
  }
  if (flags & kTfLiteDelegateFlagsHintFullyDelegatedToSingleDelegate) {
    names.push_back("expects the whole graph");
  }
  return ListOf(names);
}

base::Status CheckLibrary(const Request& request,
                          const external::ElfSymbols& symbols,
                          Journal& journal) {
  journal.Begin("loading the libraries it needs");
  journal.Add("missing symbols: " + ListOf(external::MissingSymbols(symbols)));
  journal.Begin("loading the library");
  TFLL_ASSIGN_OR_RETURN(const std::shared_ptr<external::PluginLibrary> library,
                        external::PluginLibrary::Open(request.library));
  journal.Add("kind: " + KindOf(*library));
  journal.Begin("creating a delegate");
  TFLL_ASSIGN_OR_RETURN(TfLiteDelegate * delegate,
                        library->Create(request.options));
  const bool opaque = delegate->Prepare == nullptr;
  journal.Add(std::string("delegate: ") + (opaque ? "opaque" : "classic"));
  journal.Add("flags: " + FlagsOf(*delegate, opaque));
  journal.Begin("destroying the delegate");
  library->Destroy(delegate);
  return base::OkStatus();
}

// Adds the outcome to the findings.
void Take(const Outcome& outcome, Findings* findings) {
  for (const std::string& line : outcome.lines) {
    base::StrAppend(&findings->text, line, "\n");
  }
  if (outcome.status.ok()) return;
  base::StrAppend(&findings->text, "FAILED: ", outcome.status.message(), "\n");
  if (findings->status.ok()) findings->status = outcome.status;
}

}  // namespace

Findings CheckPlugin(const Request& request) {
  Findings findings;
  if (!request.model.empty()) {
    Take(RunGuarded([&](Journal& journal) -> base::Status {
           journal.Begin("reading the model");
           TFLL_ASSIGN_OR_RETURN(
               const std::vector<std::string> lines,
               DescribeCompiledNodes(request.model, request.options));
           for (const std::string& line : lines) journal.Add(line);
           return base::OkStatus();
         }),
         &findings);
  }
  if (request.library.empty()) return findings;
  base::StrAppend(&findings.text, "library: ", request.library, "\n");
  const base::StatusOr<external::ElfSymbols> symbols =
      external::ReadElfSymbols(request.library);
  if (!symbols.ok()) {
    Take({{}, symbols.status()}, &findings);
    return findings;
  }
  base::StrAppend(&findings.text, "exports: ", ExportsOf(*symbols),
                  "\nlibraries: ", ListOf(symbols->libraries),
                  "\nneeds from its host: ", ListOf(HostFunctions(*symbols)),
                  "\n");
  Take(RunGuarded([&](Journal& journal) {
         return CheckLibrary(request, *symbols, journal);
       }),
       &findings);
  if (!findings.status.ok()) return findings;
  Take(RunGuarded(
           [&](Journal& journal) { return CheckOnModel(request, journal); }),
       &findings);
  return findings;
}

}  // namespace plugin_check
}  // namespace tflite

// Classifies handwritten digits on every back-end of the build and compares
// them.

#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "examples/digits/backend.h"
#include "examples/digits/report.h"
#include "tools/callers_folder.h"
#include "tools/command_line_flags.h"
#include "tools/delegates/delegate_provider.h"
#include "tools/logging.h"

namespace tflite {
namespace digits {
namespace {

constexpr char kUsage[] =
    "Measures all delegates of the program, including a plugin, or only those "
    "selected with --use_... flags. --use_...=false excludes one.\n";

bool WriteReport(const std::string& path,
                 const std::vector<Measurement>& results) {
  std::ofstream out(path);
  out << HtmlReport(results);
  out.close();
  if (!out) {
    TFLITE_LOG(ERROR) << "cannot write " << path;
    return false;
  }
  std::cout << "The report is in " << path << "\n";
  return true;
}

// Runs every network on every back-end. False if one fails; a delegate that no
// flag names and whose device is missing is not a failure.
bool MeasureAll(const std::vector<Network>& networks, const Settings& settings,
                std::vector<Measurement>* results) {
  bool ok = true;
  for (const Network& network : networks) {
    Measurement reference;
    for (const Backend& backend : AllBackends(settings)) {
      std::cout << "Classifying " << TestImages().size()
                << " images: " << network.name << ", " << backend.name << " ..."
                << std::endl;
      const bool compared = !backend.reference && !reference.outputs.empty();
      auto result =
          Measure(network, backend, settings, compared ? &reference : nullptr);
      if (!result.ok()) {
        TFLITE_LOG(WARN) << backend.name << " " << result.status().message();
        ok = ok && result.status().code() == base::StatusCode::kUnimplemented;
        continue;
      }
      if (backend.reference) reference = *result;
      results->push_back(*std::move(result));
    }
  }
  return ok;
}

int Main(int argc, const char** argv) {
  Settings settings;
  std::string output, model;
  std::vector<Flag> flags = {
      Flag::CreateFlag("model", &model,
                       "A network of your own, measured after the demo's: its "
                       "input is an image of 8x8 values from 0 to 1, its "
                       "output 10 probabilities."),
      Flag::CreateFlag("custom_op_library", &settings.custom_op_libraries,
                       "Shared libraries of custom operators that it needs, "
                       "comma-separated; see docs/CUSTOM_OPERATORS.md."),
      Flag::CreateFlag("output", &output,
                       "File for a report with pictures, HTML."),
  };
  // The flags of each delegate, as in the other tools.
  tools::ProvidedDelegateList(settings.params.get()).AppendCmdlineFlags(flags);
  const bool parsed = Flags::Parse(&argc, argv, flags);
  if (settings.params->Get<bool>("help")) {
    std::cout << Flags::Usage(argv[0], flags) << kUsage;
    return 0;
  }
  if (!Flags::RefuseUnconsumed(argc, argv, flags) || !parsed) return 2;

  std::vector<Network> networks = Networks();
  if (!model.empty()) {
    auto loaded = LoadNetwork(model);
    if (!loaded.ok()) {
      TFLITE_LOG(ERROR) << "--model: " << loaded.status().message();
      return 2;
    }
    networks.push_back(*std::move(loaded));
  }
  std::vector<Measurement> results;
  bool ok = MeasureAll(networks, settings, &results);
  std::cout << "\n" << Table(results) << std::endl;
  if (!output.empty() && !results.empty()) {
    ok = WriteReport(output, results) && ok;
  }
  return ok ? 0 : 1;
}

}  // namespace
}  // namespace digits
}  // namespace tflite

int main(int argc, char** argv) {
  tflite::tools::EnterCallersFolder();
  return tflite::digits::Main(argc, const_cast<const char**>(argv));
}

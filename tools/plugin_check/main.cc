// Reports what a delegate's shared library is, what it needs, and what it does;
// and whether the devices of this machine run what a model was compiled to.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "tools/callers_folder.h"
#include "tools/command_line_flags.h"
#include "tools/logging.h"
#include "tools/plugin_check/plugin_check.h"

namespace {

bool IsModel(const std::string& path) {
  const std::string suffix = ".tflite";
  return path.size() > suffix.size() &&
         path.compare(path.size() - suffix.size(), suffix.size(), suffix) == 0;
}

}  // namespace

int main(int argc, char** argv) {
  tflite::tools::EnterCallersFolder();
  tflite::plugin_check::Request request;
  std::string options;
  bool help = false;
  const std::vector<tflite::Flag> flags = {
      tflite::Flag::CreateFlag("library", &request.library,
                               "Shared library of the delegate."),
      tflite::Flag::CreateFlag(
          "options", &options,
          "Options for the delegate, key1:value1;key2:value2."),
      tflite::Flag::CreateFlag(
          "model", &request.model,
          "Model to apply the delegate to; without one, a graph of one ADD. "
          "Without a library, only its compiled nodes are checked."),
      tflite::Flag::CreateFlag("help", &help, "Print this help."),
  };
  const char** args = const_cast<const char**>(argv);
  const bool parsed = tflite::Flags::Parse(&argc, args, flags);
  // The library and the model may be given without their flags.
  while (argc > 1 && args[argc - 1][0] != '-') {
    const std::string path = args[argc - 1];
    std::string& to = IsModel(path) ? request.model : request.library;
    if (!to.empty()) break;
    to = path;
    --argc;
  }
  const bool known = tflite::Flags::RefuseUnconsumed(argc, args, flags);
  const bool empty = request.library.empty() && request.model.empty();
  if (!parsed || !known || help || empty) {
    std::fputs(
        tflite::Flags::Usage(
            std::string(argv[0]) + " [<library>] [<model>.tflite]", flags)
            .c_str(),
        help ? stdout : stderr);
    return help ? EXIT_SUCCESS : EXIT_FAILURE;
  }
  // dlopen would search for a name without a folder in the system's folders.
  if (!request.library.empty() &&
      request.library.find('/') == std::string::npos) {
    request.library.insert(0, "./");
  }
  auto pairs = tflite::external::ParsePluginOptions(options);
  if (!pairs.ok()) {
    TFLITE_LOG(ERROR) << "--options: " << pairs.status().message();
    return EXIT_FAILURE;
  }
  request.options = *pairs;
  const auto findings = tflite::plugin_check::CheckPlugin(request);
  std::fputs(findings.text.c_str(), stdout);
  return findings.status.ok() ? EXIT_SUCCESS : EXIT_FAILURE;
}

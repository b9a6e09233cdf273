// Writes a C++ source that registers only the operators that models need;
// --help lists the flags.

#include <cstdlib>
#include <iostream>

#include "tensorflow_lite_lite/base/strings.h"
#include "tools/callers_folder.h"
#include "tools/command_line_flags.h"
#include "tools/gen_op_resolver/selected_ops.h"
#include "tools/logging.h"
#include "tools/write_output.h"

namespace tflite::tools {
namespace {

struct Options {
  std::string input_models, ops, output_registration, output_header;
  std::string tflite_path = "tensorflow/lite";
  std::string name_space;
  bool for_micro = false;
  bool help = false;
};

std::vector<Flag> FlagsOf(Options* o) {
  return {
      Flag::CreateFlag("input_models", &o->input_models,
                       "Model files, separated by commas."),
      Flag::CreateFlag("ops", &o->ops,
                       "Additional operators: NAME, "
                       "NAME:version or NAME:first-last, separated by "
                       "commas."),
      Flag::CreateFlag("output_registration", &o->output_registration,
                       "The C++ source to write; required."),
      Flag::CreateFlag("output_header", &o->output_header,
                       "A header that declares the function, if wanted."),
      Flag::CreateFlag("tflite_path", &o->tflite_path,
                       "Prefix of the #includes."),
      Flag::CreateFlag("namespace", &o->name_space,
                       "Namespace of RegisterSelectedOps(); none if empty."),
      Flag::CreateFlag("for_micro", &o->for_micro,
                       "Not supported: there is no resolver for "
                       "microcontrollers."),
      Flag::CreateFlag("help", &o->help, "Print this help."),
  };
}

base::Status Generate(const Options& o) {
  if (o.for_micro) {
    return base::Invalid(
        "--for_micro: there is no resolver for microcontrollers");
  }
  if (o.output_registration.empty()) {
    return base::Invalid("--output_registration is missing");
  }
  SelectedOps ops;
  for (const auto& path : base::StrSplitNonEmpty(o.input_models, ',')) {
    TFLL_RETURN_IF_ERROR(ops.AddModel(std::string(path)));
  }
  for (const auto& item : base::StrSplitNonEmpty(o.ops, ',')) {
    TFLL_RETURN_IF_ERROR(
        base::Annotate(ops.AddItem(std::string(item)), "--ops"));
  }
  if (ops.builtins.empty() && ops.customs.empty()) {
    return base::Invalid("no operators: give --input_models or --ops");
  }
  TFLL_ASSIGN_OR_RETURN(const std::string source,
                        SourceOf(ops, o.tflite_path, o.name_space));
  TFLL_RETURN_IF_ERROR(WriteOutput(o.output_registration, source));
  if (o.output_header.empty()) return base::OkStatus();
  return WriteOutput(
      o.output_header,
      HeaderOf("TFLL_SELECTED_OPS_" + RegisterNameOf(o.output_header) + "_",
               o.name_space));
}

int Main(int argc, char** argv) {
  EnterCallersFolder();
  Options options;
  const std::vector<Flag> flags = FlagsOf(&options);
  const bool parsed =
      Flags::Parse(&argc, const_cast<const char**>(argv), flags);
  if (options.help) {
    std::cout << Flags::Usage(argv[0], flags);
    return EXIT_SUCCESS;
  }
  const bool known =
      Flags::RefuseUnconsumed(argc, const_cast<const char**>(argv), flags);
  if (!parsed || !known) {
    TFLITE_LOG(ERROR) << "--help lists the flags";
    return EXIT_FAILURE;
  }
  const base::Status status = Generate(options);
  if (status.ok()) return EXIT_SUCCESS;
  TFLITE_LOG(ERROR) << status.message();
  return EXIT_FAILURE;
}

}  // namespace
}  // namespace tflite::tools

int main(int argc, char** argv) { return tflite::tools::Main(argc, argv); }

// Replays recorded cases and prints the counts per operator.
//
//   runner [--kernels=fast|reference] [--threads=N] [--filter=TEXT] [--verbose]
//          [--known_faults=FILE[,FILE...]] [--exact_integers]
//          [--allowed_steps=FILE] [--least_cases=N]
//          [--skip_absent [--least_present=N]]
//          [--require_delegation] [--delegated_nodes=FILE [--update_golden]]
//          [--sample=N] [--seed=N] [--fingerprints]
//          [a delegate's flags, if one is linked in] PATH...
//
// A PATH is a packed file of cases, a folder with one case, or a folder of such
// folders. The last line is "N passed, N failed, N skipped"; with a delegate,
// the line before it states how many nodes ran on it. A run without any case
// fails, unless no PATH exists and --skip_absent, but not --least_cases, is
// given. This includes a machine that lacks what the delegate needs: then
// nothing runs, and a line that starts with "FAILED" or "SKIPPED" says why.

#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "tensorflow_lite_lite/base/strings.h"
#include "testing/delegate_under_test.h"
#include "testing/golden/session.h"

namespace tflite {
namespace golden {
namespace {

std::vector<Flag> CreateFlags(Arguments* out) {
  return {
      Flag::CreateFlag("kernels", &out->kernels,
                       "CPU kernels: fast or reference."),
      Flag::CreateFlag("threads", &out->threads, "Threads of the interpreter."),
      Flag::CreateFlag("filter", &out->filter,
                       "Runs only cases with this text in OPERATOR/case."),
      Flag::CreateFlag("verbose", &out->verbose, "Names each case."),
      Flag::CreateFlag("known_faults", &out->known_fault_files,
                       "Files of cases whose record is wrong, separated by "
                       "commas. One that agrees with its record fails."),
      Flag::CreateFlag("exact_integers", &out->exact_integers,
                       "Integers must be the recorded ones, whatever the "
                       "record allows."),
      Flag::CreateFlag("allowed_steps", &out->allowed_steps_files,
                       "Files of cases whose integers may be off as the record "
                       "allows. One whose integers are not off fails."),
      Flag::CreateFlag("least_cases", &out->least_cases,
                       "Fails when fewer cases were run."),
      Flag::CreateFlag("require_delegation", &out->require_delegation,
                       "Fails when no node ran on a delegate."),
      Flag::CreateFlag("delegated_nodes", &out->delegated_nodes_file,
                       "File of how many nodes of each operator's cases, or of "
                       "each model, run on the delegate; other numbers fail."),
      Flag::CreateFlag("update_golden", &out->update_golden,
                       "Writes the file that --delegated_nodes names."),
      Flag::CreateFlag("other_release", &out->other_release,
                       "The delegate's library is not the one with which "
                       "--delegated_nodes was recorded, and may leave fewer "
                       "nodes to the CPU."),
      Flag::CreateFlag("fingerprints", &out->fingerprints,
                       "Prints a hash of each output after each step of models "
                       "that compute with integers alone."),
      Flag::CreateFlag("skip_absent", &out->skip_absent,
                       "Leaves out paths that do not exist."),
      Flag::CreateFlag("least_present", &out->least_present,
                       "With --skip_absent: fails when fewer cases were run, "
                       "unless no path exists."),
      Flag::CreateFlag(
          "sample", &out->sample,
          "Cases an operator, at least one of each type, chosen by "
          "the seed; 0: all."),
      Flag::CreateFlag("seed", &out->seed, "Of the sample."),
  };
}

bool ParseArguments(int argc, char** argv, DelegateUnderTest* delegate,
                    Arguments* out) {
  std::vector<Flag> flags = CreateFlags(out);
  for (Flag& flag : delegate->CreateFlags()) flags.push_back(std::move(flag));
  if (!Flags::Parse(&argc, const_cast<const char**>(argv), flags)) return false;
  if (delegate->params().Get<bool>("help")) {
    std::fprintf(stderr, "%s\n", Flags::Usage(argv[0], flags).c_str());
    return false;
  }
  for (int i = 1; i < argc; ++i) {
    if (base::StartsWith(argv[i], "--")) {
      std::fprintf(stderr, "%s\n",
                   Flags::DescribeUnknown(argv[i], flags).c_str());
      return false;
    }
    out->paths.emplace_back(argv[i]);
  }
  if (out->kernels != "fast" && out->kernels != "reference") {
    std::fprintf(stderr, "--kernels must be fast or reference, is %s\n",
                 out->kernels.c_str());
    return false;
  }
  return true;
}

int Main(int argc, char** argv) {
  Arguments arguments;
  DelegateUnderTest delegate;
  if (!ParseArguments(argc, argv, &delegate, &arguments)) return 2;
  const std::string missing = delegate.MissingDevices();
  if (!missing.empty()) {
    const bool fails = WantsCases(arguments);
    std::printf("%s: nothing was run: %s\n", fails ? "FAILED" : "SKIPPED",
                missing.c_str());
    return fails ? 1 : 0;
  }
  if (arguments.sample > 0) {
    std::printf("A sample of packed cases: --sample=%d --seed=%d\n",
                arguments.sample, arguments.seed);
  }
  const std::vector<std::string> paths = arguments.paths;
  Session session(std::move(arguments), delegate);
  const base::Status opened = session.Open();
  if (!opened.ok()) {
    std::fprintf(stderr, "%s\n", std::string(opened.message()).c_str());
    return 2;
  }
  for (const std::string& path : paths) session.RunPath(path);
  return session.Finish();
}

}  // namespace
}  // namespace golden
}  // namespace tflite

int main(int argc, char** argv) { return tflite::golden::Main(argc, argv); }

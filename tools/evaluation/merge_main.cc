// Combines the state files of shards and computes the results of the whole:
//
//   merge --output_file_path=metrics.pb shard_0 shard_1 …
//
// The files may come in any order. The results are those of a run without
// shards, to the bit; only latencies differ.

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "tools/callers_folder.h"
#include "tools/command_line_flags.h"
#include "tools/evaluation/run/merge_shards.h"
#include "tools/evaluation/run/outputs.h"
#include "tools/logging.h"

namespace tflite {
namespace evaluation {
namespace {

int Fail(const base::Status& status) {
  TFLITE_LOG(ERROR) << status.message();
  return EXIT_FAILURE;
}

int Main(int argc, char** argv) {
  tools::EnterCallersFolder();
  OutputOptions outputs;
  bool help = false, allow_missing = false;
  std::vector<Flag> flags = OutputFlags(&outputs);
  flags.push_back(
      Flag::CreateFlag("allow_missing", &allow_missing,
                       "Compute the results of the images that "
                       "the files have, even if some are missing."));
  flags.push_back(Flag::CreateFlag("help", &help, "Print this text."));
  const char** arguments = const_cast<const char**>(argv);
  if (!Flags::Parse(&argc, arguments, flags)) return EXIT_FAILURE;
  if (help) {
    std::cout << Flags::Usage(std::string(argv[0]) + " state_file …", flags);
    return EXIT_SUCCESS;
  }
  std::vector<std::string> paths(argv + 1, argv + argc);
  for (const std::string& path : paths) {
    if (path.compare(0, 2, "--") == 0) {
      return Fail(base::Invalid(Flags::DescribeUnknown(path, flags)));
    }
  }
  const auto run = MergeStateFiles(paths, allow_missing);
  if (!run.ok()) return Fail(run.status());
  const base::Status writable = CheckOutputFiles(run->description, outputs);
  if (!writable.ok()) return Fail(writable);
  const ImageResults results = ComputeResults(*run);
  const base::Status any = CheckAnyImage(*run, results);
  if (!any.ok()) return Fail(any);
  const int64_t missing =
      run->description.num_images() - static_cast<int64_t>(run->records.size());
  if (missing > 0) {
    TFLITE_LOG(WARN) << missing << " of " << run->description.num_images()
                     << " images are missing";
  }
  for (const std::string& line : ResultLines(*run, results)) {
    TFLITE_LOG(INFO) << line;
  }
  const base::Status written = WriteOutputs(*run, results, outputs);
  return written.ok() ? EXIT_SUCCESS : Fail(written);
}

}  // namespace
}  // namespace evaluation
}  // namespace tflite

int main(int argc, char** argv) { return tflite::evaluation::Main(argc, argv); }

#ifndef TOOLS_PROFILING_PROFILE_WRITER_H_
#define TOOLS_PROFILING_PROFILE_WRITER_H_

#include <string>
#include <vector>

#include "tools/profiling/profile_summarizer.h"

namespace tflite {
namespace profiling {

// The tables that scripts parse: rows in run order, the ten slowest, and a
// summary by node type, for each profile.
std::string ProfileAsText(const std::vector<GraphProfile>& profiles);
// The same tables as CSV.
std::string ProfileAsCsv(const std::vector<GraphProfile>& profiles);
// A serialized BenchmarkProfilingData; either phase may be empty.
std::string ProfileAsProto(const std::string& model_name,
                           const std::vector<GraphProfile>& init,
                           const std::vector<GraphProfile>& runtime);

}  // namespace profiling
}  // namespace tflite

#endif  // TOOLS_PROFILING_PROFILE_WRITER_H_

#include "tools/edgetpu_compiler/output_names.h"

#include <filesystem>
#include <map>
#include <system_error>

namespace tflite::edgetpu_compiler {
namespace {

namespace fs = std::filesystem;

// The same text for paths of the same file, which need not exist.
std::string Canonical(const std::string& path) {
  std::error_code error;
  const fs::path canonical =
      fs::weakly_canonical(fs::absolute(path, error), error);
  return error ? path : canonical.string();
}

}  // namespace

std::string OutputStem(const std::string& out_dir, const std::string& model,
                       const std::string& part) {
  std::string name = model.substr(model.find_last_of('/') + 1);
  const std::string suffix = ".tflite";
  if (name.size() > suffix.size() &&
      name.compare(name.size() - suffix.size(), suffix.size(), suffix) == 0) {
    name.resize(name.size() - suffix.size());
  }
  return out_dir + "/" + name + part + "_edgetpu";
}

std::string SegmentPart(int segment, int count) {
  return base::StrCat("_segment_", segment, "_of_", count);
}

base::Status CheckOutputNames(const std::string& out_dir,
                              const std::vector<std::string>& models,
                              int segments) {
  std::map<std::string, std::string> sources, results;
  for (const std::string& model : models) sources[Canonical(model)] = model;
  for (const std::string& model : models) {
    const std::string stem = OutputStem(out_dir, model);
    const auto [other, added] = results.emplace(Canonical(stem), model);
    if (!added) {
      return base::Invalid(other->second, " and ", model,
                           " would both be compiled to ", stem,
                           ".tflite; compile them into different folders");
    }
    for (int i = 0; i < segments; ++i) {
      const std::string part = segments == 1 ? "" : SegmentPart(i, segments);
      const auto source =
          sources.find(Canonical(OutputStem(out_dir, model, part) + ".tflite"));
      if (source == sources.end()) continue;
      return base::Invalid("the result of ", model, " would overwrite ",
                           source->second);
    }
  }
  return base::OkStatus();
}

}  // namespace tflite::edgetpu_compiler

#include "tools/evaluation/files_and_delegates.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "delegates/dsp/dsp_delegate.h"
#include "delegates/gpu/api/gpu_delegate.h"

namespace tflite {
namespace evaluation {
namespace {

namespace fs = std::filesystem;

TfLiteDelegatePtr NoDelegate() {
  return TfLiteDelegatePtr(nullptr, [](TfLiteOpaqueDelegate*) {});
}

// "jpg" for "a/b.JPG".
std::string ExtensionOf(const fs::path& path) {
  std::string extension = path.extension().string();
  if (!extension.empty()) extension.erase(0, 1);
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return extension;
}

}  // namespace

std::string StripTrailingSlashes(const std::string& path) {
  const size_t last = path.find_last_not_of('/');
  return last == std::string::npos ? "" : path.substr(0, last + 1);
}

bool ReadFileLines(const std::string& file_path,
                   std::vector<std::string>* lines_output) {
  std::ifstream file(file_path);
  if (!file) return false;
  lines_output->clear();
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    lines_output->push_back(line);
  }
  return !file.bad();
}

TfLiteStatus GetSortedFileNames(
    const std::string& directory, std::vector<std::string>* result,
    const std::unordered_set<std::string>& extensions) {
  result->clear();
  std::error_code error;
  const std::string folder = StripTrailingSlashes(directory);
  fs::directory_iterator entry(folder.empty() ? directory : folder, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    std::error_code unknown;
    // A link to a missing file is a missing image rather than none.
    const fs::file_type type = entry->status(unknown).type();
    if (type != fs::file_type::regular && type != fs::file_type::not_found) {
      continue;
    }
    if (!extensions.empty() &&
        extensions.count(ExtensionOf(entry->path())) == 0) {
      continue;
    }
    result->push_back(entry->path().string());
  }
  std::sort(result->begin(), result->end());
  return error ? kTfLiteError : kTfLiteOk;
}

TfLiteDelegatePtr CreateGPUDelegate() {
  const TfLiteGpuDelegateOptionsV2 options =
      TfLiteGpuDelegateOptionsV2Default();
  return TfLiteDelegatePtr(TfLiteGpuDelegateV2Create(&options),
                           TfLiteGpuDelegateV2Delete);
}

TfLiteXNNPackDelegateOptions XNNPackDelegateOptionsDefault() {
  return TfLiteXNNPackDelegateOptionsDefault();
}

TfLiteDelegatePtr CreateXNNPACKDelegate() {
  const TfLiteXNNPackDelegateOptions options = XNNPackDelegateOptionsDefault();
  return CreateXNNPACKDelegate(&options);
}

TfLiteDelegatePtr CreateXNNPACKDelegate(
    const TfLiteXNNPackDelegateOptions* options) {
  return TfLiteDelegatePtr(TfLiteXNNPackDelegateCreate(options),
                           TfLiteXNNPackDelegateDelete);
}

TfLiteDelegatePtr CreateXNNPACKDelegate(int num_threads, bool force_fp16,
                                        const char* weight_cache_file_path) {
  TfLiteXNNPackDelegateOptions options = XNNPackDelegateOptionsDefault();
  options.num_threads = num_threads;
  if (force_fp16) options.flags |= TFLITE_XNNPACK_DELEGATE_FLAG_FORCE_FP16;
  options.weight_cache_file_path = weight_cache_file_path;
  return CreateXNNPACKDelegate(&options);
}

TfLiteDelegatePtr CreateNNAPIDelegate() { return NoDelegate(); }

TfLiteDelegatePtr CreateHexagonDelegate(
    const std::string& library_directory_path, bool profiling) {
  if (library_directory_path.empty()) {
    TfLiteHexagonInit();
  } else {
    TfLiteHexagonInitWithPath(library_directory_path.c_str());
  }
  TfLiteHexagonDelegateOptions options = TfLiteHexagonDelegateOptionsDefault();
  options.print_graph_profile = profiling;
  return TfLiteDelegatePtr(TfLiteHexagonDelegateCreate(&options),
                           TfLiteHexagonDelegateDelete);
}

TfLiteDelegatePtr CreateCoreMlDelegate() { return NoDelegate(); }

}  // namespace evaluation
}  // namespace tflite

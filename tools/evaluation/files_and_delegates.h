// tflite/tools/evaluation/utils.h: lists of files, and delegates by kind.
#ifndef TOOLS_EVALUATION_FILES_AND_DELEGATES_H_
#define TOOLS_EVALUATION_FILES_AND_DELEGATES_H_

#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "delegates/xnnpack/xnnpack_delegate.h"
#include "tensorflow_lite_lite/c/common.h"

namespace tflite {
namespace evaluation {

using TfLiteDelegatePtr =
    std::unique_ptr<TfLiteOpaqueDelegate, void (*)(TfLiteOpaqueDelegate*)>;

// "a/b//" -> "a/b".
std::string StripTrailingSlashes(const std::string& path);

// The lines of a file, without line breaks. False if it cannot be read.
bool ReadFileLines(const std::string& file_path,
                   std::vector<std::string>* lines_output);

// The sorted paths of a folder's files with one of these extensions, e.g.
// "jpg", in any letter case; all files if none are given. An error if the
// folder cannot be read. Subfolders are ignored.
TfLiteStatus GetSortedFileNames(
    const std::string& directory, std::vector<std::string>* result,
    const std::unordered_set<std::string>& extensions);
inline TfLiteStatus GetSortedFileNames(const std::string& directory,
                                       std::vector<std::string>* result) {
  return GetSortedFileNames(directory, result, {});
}

// Null if the machine has no suitable device.
TfLiteDelegatePtr CreateGPUDelegate();

TfLiteXNNPackDelegateOptions XNNPackDelegateOptionsDefault();
TfLiteDelegatePtr CreateXNNPACKDelegate();
TfLiteDelegatePtr CreateXNNPACKDelegate(
    const TfLiteXNNPackDelegateOptions* options);
// `weight_cache_file_path` is a file in which to cache packed weights, or null.
TfLiteDelegatePtr CreateXNNPACKDelegate(
    int num_threads, bool force_fp16,
    const char* weight_cache_file_path = nullptr);

// `library_directory_path` is the folder with the DSP's libraries; if it is
// empty, the system's are used.
TfLiteDelegatePtr CreateHexagonDelegate(
    const std::string& library_directory_path, bool profiling);

// Null: these delegates do not exist here.
TfLiteDelegatePtr CreateNNAPIDelegate();
TfLiteDelegatePtr CreateCoreMlDelegate();

}  // namespace evaluation
}  // namespace tflite

#endif  // TOOLS_EVALUATION_FILES_AND_DELEGATES_H_

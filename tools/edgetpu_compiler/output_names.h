#ifndef TOOLS_EDGETPU_COMPILER_OUTPUT_NAMES_H_
#define TOOLS_EDGETPU_COMPILER_OUTPUT_NAMES_H_

#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"

namespace tflite::edgetpu_compiler {

// "folder/name.tflite" -> "<out_dir>/name<part>_edgetpu": the results of a
// model, or of a part of it, without ".tflite" and ".log".
std::string OutputStem(const std::string& out_dir, const std::string& model,
                       const std::string& part = "");

// What the stem of a segment has in addition, of `count`.
std::string SegmentPart(int segment, int count);

// Invalid, naming the files, if a result of one model, which has so many
// segments, would overwrite that of another one or a model.
base::Status CheckOutputNames(const std::string& out_dir,
                              const std::vector<std::string>& models,
                              int segments = 1);

}  // namespace tflite::edgetpu_compiler

#endif  // TOOLS_EDGETPU_COMPILER_OUTPUT_NAMES_H_

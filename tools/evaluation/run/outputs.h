#ifndef TOOLS_EVALUATION_RUN_OUTPUTS_H_
#define TOOLS_EVALUATION_RUN_OUTPUTS_H_

#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tools/command_line_flags.h"
#include "tools/evaluation/run/results.h"

namespace tflite {
namespace evaluation {

// Files that a run or a merge of shards writes; empty paths are left out.
struct OutputOptions {
  std::string output_file_path;   // EvaluationStageMetrics, serialized
  std::string metrics_json;       // ResultsAsJson
  std::string per_image_csv;      // PerImageCsv
  std::string report_html;        // GalleryAsHtml
  std::string coco_results_file;  // CocoResultsAsJson
  int32_t report_images = 50;
};

// The flags that set the options.
std::vector<Flag> OutputFlags(OutputOptions* options);

// Finds out before a long run what WriteOutputs could not write.
base::Status CheckOutputFiles(const RunDescription& run,
                              const OutputOptions& options);

// Writes the files. Errors name the file.
base::Status WriteOutputs(const ImageRun& run, const ImageResults& results,
                          const OutputOptions& options);

// A table with a row for each image.
std::string PerImageCsv(const ImageRun& run);

// The detections in the format that pycocotools reads. `images` need the truth
// of --strict_coco; others are left out.
std::string CocoResultsAsJson(const ImageRun& run);

}  // namespace evaluation
}  // namespace tflite

#endif  // TOOLS_EVALUATION_RUN_OUTPUTS_H_

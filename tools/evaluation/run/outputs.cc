#include "tools/evaluation/run/outputs.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <set>
#include <sstream>
#include <utility>

#include "tools/evaluation/run/gallery.h"
#include "tools/evaluation/run/json_number.h"
#include "tools/evaluation/run/verdict.h"
#include "tools/write_output.h"

namespace tflite {
namespace evaluation {
namespace {

// In quotes if it contains what separates fields and lines.
std::string Quoted(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

// FLOAT32 with the digits that distinguish it.
std::string Number(float value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.9g", static_cast<double>(value));
  return text;
}

void AddBest(const RunDescription& run, const ImagePrediction& prediction,
             std::ostringstream* row) {
  if (prediction.top_classes_size() == 0) {
    *row << ",,";
    return;
  }
  *row << "," << Quoted(LabelOf(run, prediction.top_classes(0))) << ","
       << Number(prediction.top_scores(0));
}

void AddRow(const RunDescription& run, const ImageRecord& record,
            std::ostringstream* row) {
  const bool classification = run.task() == kClassificationTask;
  *row << record.index() << "," << Quoted(record.path()) << ","
       << Quoted(record.error());
  if (classification) {
    *row << "," << Quoted(record.true_label()) << ",";
    if (!record.has_error()) *row << Verdict(run, record).rank;
    AddBest(run, record.prediction(), row);
    AddBest(run, record.reference(), row);
  } else if (record.has_error()) {
    *row << ",,,,";
  } else {
    const ImageVerdict verdict = Verdict(run, record);
    *row << "," << record.truth().objects_size() << "," << verdict.found << ","
         << verdict.missed << "," << verdict.wrong;
  }
  *row << "," << (Disagree(run, record) ? 1 : 0) << ","
       << record.preprocessing_us() << "," << record.prediction().inference_us()
       << "\n";
}

// Whether a file can be written there, without writing it.
base::Status CheckPath(const std::string& path) {
  std::error_code unknown;
  int problem = 0;
  if (std::filesystem::is_directory(path, unknown)) {
    problem = EISDIR;
  } else if (access(path.c_str(), W_OK) != 0) {
    problem = errno;
    const std::string folder = std::filesystem::path(path).parent_path();
    if (problem == ENOENT) {
      const bool writable =
          access(folder.empty() ? "." : folder.c_str(), W_OK) == 0;
      problem = writable ? 0 : errno;
    }
  }
  if (problem == 0) return base::OkStatus();
  return base::Invalid("cannot write ", path, ": ", std::strerror(problem));
}

}  // namespace

std::string PerImageCsv(const ImageRun& run) {
  std::ostringstream csv;
  if (run.description.task() == kDifferenceTask) {
    csv << "run,output,error\n";
    for (const ImageRecord& record : run.records) {
      for (int i = 0; i < record.output_errors_size(); ++i) {
        csv << record.index() << "," << i << ","
            << Number(record.output_errors(i)) << "\n";
      }
    }
    return csv.str();
  }
  csv << "index,image,error,";
  csv << (run.description.task() == kClassificationTask
              ? "true_label,rank,best_label,best_value,cpu_best_label,"
                "cpu_best_value,"
              : "objects,found,missed,wrong,");
  csv << "cpu_disagrees,preprocessing_us,inference_us\n";
  for (const ImageRecord& record : run.records) {
    AddRow(run.description, record, &csv);
  }
  return csv.str();
}

std::string CocoResultsAsJson(const ImageRun& run) {
  std::string text = "[";
  for (const ImageRecord& record : run.records) {
    if (!record.has_coco()) continue;
    const CocoImage image = CocoImageOf(record, record.prediction());
    for (const CocoDetection& d : image.detections) {
      text += text.size() > 1 ? ",\n" : "\n";
      text += "{\"image_id\": " + std::to_string(image.id) +
              ", \"category_id\": " + std::to_string(d.category) +
              ", \"bbox\": [" + JsonNumber(d.box.x) + ", " +
              JsonNumber(d.box.y) + ", " + JsonNumber(d.box.width) + ", " +
              JsonNumber(d.box.height) +
              "], \"score\": " + JsonNumber(d.score) + "}";
    }
  }
  return text + "\n]\n";
}

std::vector<Flag> OutputFlags(OutputOptions* options) {
  return {
      Flag::CreateFlag("output_file_path", &options->output_file_path,
                       "File for the metrics, as a serialized "
                       "tflite.evaluation.EvaluationStageMetrics."),
      Flag::CreateFlag("metrics_json", &options->metrics_json,
                       "File for the metrics as JSON, with all digits."),
      Flag::CreateFlag("per_image_csv", &options->per_image_csv,
                       "File for a table with a row for each image."),
      Flag::CreateFlag("report_html", &options->report_html,
                       "File for a page with the confusion picture and the "
                       "worst images."),
      Flag::CreateFlag("report_images", &options->report_images,
                       "Number of images on that page."),
      Flag::CreateFlag("coco_results_file", &options->coco_results_file,
                       "File for the detections in COCO's format of results; "
                       "with --strict_coco."),
  };
}

base::Status CheckOutputFiles(const RunDescription& run,
                              const OutputOptions& options) {
  if (options.report_images < 0) {
    return base::Invalid("--report_images=", options.report_images);
  }
  if (run.task() == kDifferenceTask && !options.report_html.empty()) {
    return base::Invalid("--report_html: there are no images to show");
  }
  if (!run.strict_coco() && !options.coco_results_file.empty()) {
    return base::Invalid("--coco_results_file needs --strict_coco");
  }
  std::set<std::string> known;
  for (const std::string* path :
       {&options.output_file_path, &options.metrics_json,
        &options.per_image_csv, &options.report_html,
        &options.coco_results_file}) {
    if (path->empty()) continue;
    TFLL_RETURN_IF_ERROR(CheckPath(*path));
    if (!known.insert(*path).second) {
      return base::Invalid("two outputs go to ", *path);
    }
  }
  return base::OkStatus();
}

base::Status WriteOutputs(const ImageRun& run, const ImageResults& results,
                          const OutputOptions& options) {
  const auto write = [](const std::string& path, const auto& make) {
    return path.empty() ? base::OkStatus() : tools::WriteOutput(path, make());
  };
  TFLL_RETURN_IF_ERROR(write(options.output_file_path, [&] {
    return results.metrics.SerializeAsString();
  }));
  TFLL_RETURN_IF_ERROR(
      write(options.metrics_json, [&] { return ResultsAsJson(run, results); }));
  TFLL_RETURN_IF_ERROR(
      write(options.per_image_csv, [&] { return PerImageCsv(run); }));
  TFLL_RETURN_IF_ERROR(
      write(options.coco_results_file, [&] { return CocoResultsAsJson(run); }));
  return write(options.report_html, [&] {
    return GalleryAsHtml(run, results, options.report_images);
  });
}

}  // namespace evaluation
}  // namespace tflite

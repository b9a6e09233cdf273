#ifndef DELEGATES_EDGETPU_REPORT_FILE_H_
#define DELEGATES_EDGETPU_REPORT_FILE_H_

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "delegates/edgetpu/isa/target.h"
#include "delegates/edgetpu/simulator/report.h"

namespace tflite::edgetpu {

// A file of JSON (ReportJson) with the reports of all programs that the
// delegates of this process have prepared for it. Thread-safe.
class ReportFile {
 public:
  // The file of that path, which belongs to the process from now on: what it
  // held before is replaced. An error names the file.
  static StatusOr<std::shared_ptr<ReportFile>> Open(const std::string& path);

  // Adds a report; the file is complete after each.
  Status Add(RunReport report);

 private:
  explicit ReportFile(std::string path) : path_(std::move(path)) {}
  Status Write() const;

  const std::string path_;
  std::mutex mutex_;
  std::vector<RunReport> reports_;
};

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_REPORT_FILE_H_

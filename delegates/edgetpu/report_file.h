#ifndef DELEGATES_EDGETPU_REPORT_FILE_H_
#define DELEGATES_EDGETPU_REPORT_FILE_H_

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "delegates/edgetpu/isa/target.h"
#include "delegates/edgetpu/simulator/report.h"

namespace tflite::edgetpu {

// A file of JSON (ReportJson) with the reports of all programs that the
// delegates of this process have prepared for it, which grows in place: reports
// are not kept in memory. Thread-safe.
class ReportFile {
 public:
  // The file of that path, which belongs to the process from now on: what it
  // held before is replaced. All paths of a file give the same object. An error
  // names the file, which must be a regular one.
  static StatusOr<std::shared_ptr<ReportFile>> Open(const std::string& path);

  // Adds a report; the file is complete after each. If it has been removed or
  // cut since, it begins anew with this report.
  Status Add(const RunReport& report);

 private:
  explicit ReportFile(std::string path) : path_(std::move(path)) {}
  Status Begin();

  const std::string path_;  // absolute
  std::mutex mutex_;
  uintmax_t end_ = 0;  // where the reports end and kReportEnd begins
  bool is_empty_ = true;
};

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_REPORT_FILE_H_

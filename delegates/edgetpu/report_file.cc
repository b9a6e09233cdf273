#include "delegates/edgetpu/report_file.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <map>
#include <utility>

namespace tflite::edgetpu {

StatusOr<std::shared_ptr<ReportFile>> ReportFile::Open(
    const std::string& path) {
  static std::mutex mutex;
  static auto* files = new std::map<std::string, std::shared_ptr<ReportFile>>();
  const std::lock_guard<std::mutex> lock(mutex);
  const auto known = files->find(path);
  if (known != files->end()) return known->second;
  const std::shared_ptr<ReportFile> file(new ReportFile(path));
  TFLL_RETURN_IF_ERROR(file->Write());
  (*files)[path] = file;
  return file;
}

Status ReportFile::Add(RunReport report) {
  const std::lock_guard<std::mutex> lock(mutex_);
  reports_.push_back(std::move(report));
  return Write();
}

Status ReportFile::Write() const {
  std::ofstream file(path_, std::ios::binary | std::ios::trunc);
  file << ReportJson(reports_);
  file.close();
  if (file.good()) return OkStatus();
  return Invalid("report '", path_,
                 "' cannot be written: ", std::strerror(errno));
}

}  // namespace tflite::edgetpu

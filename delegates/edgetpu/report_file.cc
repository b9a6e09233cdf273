#include "delegates/edgetpu/report_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <system_error>

namespace tflite::edgetpu {
namespace {

namespace fs = std::filesystem;

Status Unwritable(const std::string& path) {
  return Invalid("report '", path,
                 "' cannot be written: ", std::strerror(errno));
}

}  // namespace

StatusOr<std::shared_ptr<ReportFile>> ReportFile::Open(
    const std::string& path) {
  static std::mutex mutex;
  static auto* files = new std::map<std::string, std::shared_ptr<ReportFile>>();
  const std::lock_guard<std::mutex> lock(mutex);
  // A path is that of a file that exists.
  if (!std::ofstream(path, std::ios::binary | std::ios::app).good()) {
    return Unwritable(path);
  }
  std::error_code error;
  if (!fs::is_regular_file(path, error)) {
    return Invalid("report '", path, "' is no regular file");
  }
  const std::string whole = fs::canonical(path, error).string();
  if (error) {
    return Invalid("report '", path, "' is not found: ", error.message());
  }
  const auto known = files->find(whole);
  if (known != files->end()) return known->second;
  const std::shared_ptr<ReportFile> file(new ReportFile(whole));
  TFLL_RETURN_IF_ERROR(file->Begin());
  (*files)[whole] = file;
  return file;
}

Status ReportFile::Begin() {
  std::ofstream file(path_, std::ios::binary | std::ios::trunc);
  file << kReportBegin << kReportEnd;
  file.close();
  end_ = std::strlen(kReportBegin);
  is_empty_ = true;
  return file.good() ? OkStatus() : Unwritable(path_);
}

Status ReportFile::Add(const RunReport& report) {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::error_code error;
  const uintmax_t size = fs::file_size(path_, error);
  if (error || size < end_) TFLL_RETURN_IF_ERROR(Begin());
  const std::string text =
      (is_empty_ ? "\n" : ",\n") + ProgramJson(report) + kReportEnd;
  std::fstream file(path_, std::ios::binary | std::ios::in | std::ios::out);
  file.seekp(static_cast<std::streamoff>(end_));
  file << text;
  file.close();
  if (!file.good()) return Unwritable(path_);
  is_empty_ = false;
  end_ += text.size() - std::strlen(kReportEnd);
  return OkStatus();
}

}  // namespace tflite::edgetpu

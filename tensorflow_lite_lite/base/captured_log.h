#ifndef TENSORFLOW_LITE_LITE_BASE_CAPTURED_LOG_H_
#define TENSORFLOW_LITE_LITE_BASE_CAPTURED_LOG_H_

#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/log.h"

namespace tflite::base {

// For tests: takes what is logged while it exists, and restores the default.
class CapturedLog {
 public:
  struct Line {
    LogLevel level;
    std::string text;
  };

  CapturedLog() {
    SetLogSink([this](LogLevel level, const char* message) {
      lines_.push_back({level, message});
    });
  }
  ~CapturedLog() { SetLogSink(nullptr); }
  CapturedLog(const CapturedLog&) = delete;
  CapturedLog& operator=(const CapturedLog&) = delete;

  const std::vector<Line>& lines() const { return lines_; }
  // The texts of the lines of this level and above.
  std::vector<std::string> From(LogLevel least) const {
    std::vector<std::string> texts;
    for (const Line& line : lines_) {
      if (line.level >= least) texts.push_back(line.text);
    }
    return texts;
  }

 private:
  std::vector<Line> lines_;
};

}  // namespace tflite::base

#endif  // TENSORFLOW_LITE_LITE_BASE_CAPTURED_LOG_H_

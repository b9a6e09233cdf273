#include "tools/evaluation/run/progress.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

namespace tflite {
namespace evaluation {
namespace {

using std::chrono::duration;
using std::chrono::duration_cast;

}  // namespace

std::string ProgressText(int64_t done, int64_t resumed, int64_t total,
                         double seconds, const std::string& metric) {
  const double rate =
      seconds > 0 ? static_cast<double>(done - resumed) / seconds : 0;
  std::string text =
      std::to_string(done) + "/" + std::to_string(total) + " images";
  char part[64];
  std::snprintf(part, sizeof(part), ", %.1f/s", rate);
  text += part;
  if (!metric.empty()) text += ", " + metric;
  if (rate > 0) {
    const auto left =
        static_cast<long long>(static_cast<double>(total - done) / rate + 0.5);
    std::snprintf(part, sizeof(part), ", %lld:%02lld left", left / 60,
                  left % 60);
    text += part;
  }
  return text;
}

Progress::Progress(int64_t total, int64_t resumed,
                   std::function<std::string()> metric, std::FILE* to)
    : to_(to),
      total_(total),
      resumed_(resumed),
      metric_(std::move(metric)),
      terminal_(isatty(fileno(to)) != 0),
      start_(Clock::now()),
      next_(start_ + duration_cast<Clock::duration>(
                         duration<double>(terminal_ ? 0.2 : 10.0))) {}

Progress::~Progress() {
  if (terminal_ && !text_.empty()) std::fputc('\n', to_);
}

void Progress::Update(int64_t done) {
  if (Clock::now() >= next_ || (terminal_ && done == total_)) Print(done);
}

void Progress::Above(const std::function<void()>& print) {
  const bool hide = terminal_ && !text_.empty();
  if (hide) {
    std::fputs("\r\x1b[K", to_);
    std::fflush(to_);
  }
  print();
  if (!hide) return;
  std::fflush(stdout);
  Show();
}

void Progress::Show() {
  // Clears what a longer line has left.
  std::fprintf(to_, terminal_ ? "\r%s\x1b[K" : "%s\n", text_.c_str());
  std::fflush(to_);
}

void Progress::Print(int64_t done) {
  const Clock::time_point before = Clock::now();
  const std::string metric = metric_();
  const Clock::time_point now = Clock::now();
  text_ = ProgressText(done, resumed_, total_,
                       duration<double>(now - start_).count(), metric);
  Show();
  const auto pause =
      duration_cast<Clock::duration>(duration<double>(terminal_ ? 0.5 : 10.0));
  next_ = now + std::max(pause, 100 * (now - before));
}

}  // namespace evaluation
}  // namespace tflite

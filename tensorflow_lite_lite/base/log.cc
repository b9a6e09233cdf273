#include "tensorflow_lite_lite/base/log.h"

#include <atomic>
#include <cstdio>
#include <mutex>
#include <utility>
#include <vector>

namespace tflite::base {
namespace {

std::atomic<LogLevel> g_min_level{LogLevel::kInfo};

// Recursive because a sink may replace itself. Never destroyed, so that
// destructors of static objects can log.
struct SinkHolder {
  std::recursive_mutex mutex;
  LogSink sink;
};

SinkHolder& Holder() {
  static SinkHolder* holder = new SinkHolder;
  return *holder;
}

thread_local bool t_inside_sink = false;

void WriteToStderr(LogLevel level, const char* message) {
  std::fprintf(stderr, "%s: %s\n", LogLevelName(level), message);
}

void Deliver(LogLevel level, const char* message) {
  SinkHolder& holder = Holder();
  std::lock_guard<std::recursive_mutex> lock(holder.mutex);
  if (t_inside_sink || !holder.sink) {
    WriteToStderr(level, message);
    return;
  }
  // Copied because a sink that replaces itself must outlive its own call.
  const LogSink sink = holder.sink;
  t_inside_sink = true;
  sink(level, message);
  t_inside_sink = false;
}

}  // namespace

const char* LogLevelName(LogLevel level) {
  switch (level) {
    case LogLevel::kVerbose:
      return "VERBOSE";
    case LogLevel::kInfo:
      return "INFO";
    case LogLevel::kWarning:
      return "WARNING";
    case LogLevel::kError:
      return "ERROR";
    case LogLevel::kSilent:
      return "SILENT";
  }
  return "UNKNOWN";
}

void SetLogSink(LogSink sink) {
  SinkHolder& holder = Holder();
  std::lock_guard<std::recursive_mutex> lock(holder.mutex);
  holder.sink = std::move(sink);
}

LogLevel SetMinLogLevel(LogLevel level) { return g_min_level.exchange(level); }

LogLevel MinLogLevel() { return g_min_level.load(); }

void Log(LogLevel level, const char* format, ...) {
  va_list args;
  va_start(args, format);
  LogV(level, format, args);
  va_end(args);
}

int LogV(LogLevel level, const char* format, va_list args) {
  va_list again;
  va_copy(again, args);
  char small[512];
  const int length = std::vsnprintf(small, sizeof(small), format, args);
  if (length >= 0 && level >= MinLogLevel() && level < LogLevel::kSilent) {
    if (static_cast<size_t>(length) < sizeof(small)) {
      Deliver(level, small);
    } else {
      std::vector<char> large(static_cast<size_t>(length) + 1);
      std::vsnprintf(large.data(), large.size(), format, again);
      Deliver(level, large.data());
    }
  }
  va_end(again);
  return length;
}

}  // namespace tflite::base

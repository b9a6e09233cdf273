#include "tools/logging.h"

#include <cstdlib>
#include <iostream>

namespace tflite {
namespace logging {

LoggingWrapper::~LoggingWrapper() {
  if (!log_) return;
  switch (severity_) {
    case LogSeverity::INFO:
      std::cout << "INFO: " << stream_.str() << std::endl;
      break;
    case LogSeverity::WARN:
      std::cout << "WARN: " << stream_.str() << std::endl;
      break;
    case LogSeverity::ERROR:
      std::cerr << "ERROR: " << stream_.str() << std::endl;
      break;
    case LogSeverity::FATAL:
      std::cerr << "FATAL: " << stream_.str() << std::endl;
      std::exit(EXIT_FAILURE);
  }
}

}  // namespace logging
}  // namespace tflite

// Benchmarks a .tflite model; --help lists the flags.

#include <cstdlib>

#include "tools/benchmark/benchmark_tflite_model.h"
#include "tools/callers_folder.h"
#include "tools/logging.h"

int main(int argc, char** argv) {
  tflite::tools::EnterCallersFolder();
  tflite::benchmark::BenchmarkTfLiteModel benchmark;
  if (benchmark.ParseFlags(&argc, argv) != kTfLiteOk) {
    return benchmark.mutable_params()->Get<bool>("help") ? EXIT_SUCCESS
                                                         : EXIT_FAILURE;
  }
  if (benchmark.Run() != kTfLiteOk) {
    TFLITE_LOG(ERROR) << "Benchmarking failed.";
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}

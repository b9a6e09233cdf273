#include "tools/evaluation/stages/model_runner.h"

#include <chrono>
#include <cmath>
#include <cstring>
#include <string_view>
#include <utility>

#include "tensorflow_lite_lite/string_util.h"
#include "tensorflow_lite_lite/types/bfloat16.h"
#include "tensorflow_lite_lite/types/half.h"
#include "tools/logging.h"

namespace tflite {
namespace evaluation {
namespace {

// The distance of equal values, including infinities and NaNs, is 0.
double Distance(double a, double b) {
  if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
  return std::abs(a - b);
}

template <typename T>
float MeanOver(const TfLiteTensor& a, const TfLiteTensor& b) {
  const size_t n = a.bytes / sizeof(T);
  double sum = 0;
  for (size_t i = 0; i < n; ++i) {
    T x, y;
    std::memcpy(&x, a.data.raw + i * sizeof(T), sizeof(T));
    std::memcpy(&y, b.data.raw + i * sizeof(T), sizeof(T));
    sum += Distance(static_cast<double>(x), static_cast<double>(y));
  }
  return n == 0 ? 0 : static_cast<float>(sum / n);
}

float MeanOverStrings(const TfLiteTensor& a, const TfLiteTensor& b) {
  const int n = GetStringCount(&a);
  int different = std::abs(n - GetStringCount(&b));
  for (int i = 0; i < std::min(n, GetStringCount(&b)); ++i) {
    const StringRef x = GetString(&a, i), y = GetString(&b, i);
    different += x.len != y.len || std::memcmp(x.str, y.str, x.len) != 0;
  }
  return n == 0 ? different : static_cast<float>(different) / n;
}

}  // namespace

int64_t NowMicros() {
  return std::chrono::duration_cast<std::chrono::microseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

base::StatusOr<std::unique_ptr<ModelRunner>> ModelRunner::Create(
    const std::string& model_file, Delegates delegates,
    const tools::LoadOptions& options) {
  std::unique_ptr<ModelRunner> runner(new ModelRunner);
  TFLL_ASSIGN_OR_RETURN(
      runner->loaded_,
      tools::LoadModel(model_file, std::move(delegates), options));
  const tools::LoadedModel& loaded = *runner->loaded_;
  if (!loaded.delegates.empty()) {
    runner->delegate_kernels_ =
        tools::CountKernelsOf(loaded.delegates, loaded.interpreter.get());
  }
  runner->delegated_nodes_ = tools::CountNodesOf(
      loaded.delegates, loaded.interpreter->primary_subgraph());
  runner->fallback_watch_ =
      std::make_unique<tools::FallbackWatch>(loaded.interpreter.get());
  return runner;
}

int ModelRunner::num_inputs() const {
  return static_cast<int>(interpreter().inputs().size());
}
int ModelRunner::num_outputs() const {
  return static_cast<int>(interpreter().outputs().size());
}
const TfLiteTensor& ModelRunner::input(int i) const {
  return *interpreter().input_tensor(i);
}
const TfLiteTensor& ModelRunner::output(int i) const {
  return *interpreter().output_tensor(i);
}

base::Status ModelRunner::SetInput(int i, const std::string& bytes) {
  TfLiteTensor* tensor = interpreter().input_tensor(i);
  if (tensor->allocation_type == kTfLiteMmapRo) {
    return bytes == std::string_view(tensor->data.raw, tensor->bytes)
               ? base::OkStatus()
               : base::Invalid("input ", i, " is a constant of the model");
  }
  if (tensor->type == kTfLiteString) TfLiteTensorRealloc(bytes.size(), tensor);
  if (tensor->bytes != bytes.size()) {
    return base::Invalid("input ", i, " has ", tensor->bytes,
                         " bytes and was given ", bytes.size());
  }
  if (!bytes.empty()) {
    std::memcpy(tensor->data.raw, bytes.data(), bytes.size());
  }
  return base::OkStatus();
}

base::Status ModelRunner::Run() {
  const int64_t start = NowMicros();
  if (interpreter().Invoke() != kTfLiteOk)
    return base::Invalid("invoke failed");
  const int64_t end = NowMicros();
  last_us_ = std::nullopt;
  if (fallback_watch_->FellBack()) {
    TFLITE_LOG(WARN)
        << "A delegate failed in this run: its nodes run on the "
           "CPU from now on. The latencies exclude this run and the "
        << microseconds_.count() << " before it";
    microseconds_ = {};
    ++fallbacks_;
    return base::OkStatus();
  }
  last_us_ = end - start;
  microseconds_.UpdateStat(end - start);
  return base::OkStatus();
}

base::Status ModelRunner::ResetVariables() {
  return interpreter().ResetVariableTensors() == kTfLiteOk
             ? base::OkStatus()
             : base::Invalid("the model's variables cannot be reset");
}

LatencyMetrics ModelRunner::latency() const { return LatencyOf(microseconds_); }

LatencyMetrics LatencyOf(const tensorflow::Stat<int64_t>& microseconds) {
  LatencyMetrics metrics;
  if (microseconds.empty()) return metrics;
  metrics.set_last_us(microseconds.newest());
  metrics.set_max_us(microseconds.max());
  metrics.set_min_us(microseconds.min());
  metrics.set_sum_us(microseconds.sum());
  metrics.set_avg_us(microseconds.avg());
  metrics.set_std_deviation_us(microseconds.std_deviation());
  return metrics;
}

base::StatusOr<float> MeanDistance(const TfLiteTensor& a,
                                   const TfLiteTensor& b) {
  if (a.type != b.type) {
    return base::Invalid("one is of type ", TfLiteTypeGetName(a.type),
                         ", the other of type ", TfLiteTypeGetName(b.type));
  }
  if (a.type == kTfLiteString) return MeanOverStrings(a, b);
  if (!TfLiteIntArrayEqual(a.dims, b.dims) || a.bytes != b.bytes) {
    return base::Invalid("the shapes differ");
  }
  switch (a.type) {
    case kTfLiteFloat32:
      return MeanOver<float>(a, b);
    case kTfLiteFloat64:
      return MeanOver<double>(a, b);
    case kTfLiteFloat16:
      return MeanOver<half>(a, b);
    case kTfLiteBFloat16:
      return MeanOver<bfloat16>(a, b);
    case kTfLiteInt8:
      return MeanOver<int8_t>(a, b);
    case kTfLiteUInt8:
    case kTfLiteBool:
      return MeanOver<uint8_t>(a, b);
    case kTfLiteInt16:
      return MeanOver<int16_t>(a, b);
    case kTfLiteUInt16:
      return MeanOver<uint16_t>(a, b);
    case kTfLiteInt32:
      return MeanOver<int32_t>(a, b);
    case kTfLiteUInt32:
      return MeanOver<uint32_t>(a, b);
    case kTfLiteInt64:
      return MeanOver<int64_t>(a, b);
    case kTfLiteUInt64:
      return MeanOver<uint64_t>(a, b);
    default:
      return base::Invalid("values of type ", TfLiteTypeGetName(a.type),
                           " are not compared");
  }
}

}  // namespace evaluation
}  // namespace tflite

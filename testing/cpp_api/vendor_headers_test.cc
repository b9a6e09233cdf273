// Headers that the code of delegates and tools includes in addition to the
// interfaces, by the paths of their releases: a delegate that partitions graphs
// itself, caches its compiled programs and reports events, and a benchmark by
// an application.
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tensorflow/lite/builtin_op_data.h"
#include "tensorflow/lite/core/acceleration/configuration/delegate_registry.h"
#include "tensorflow/lite/delegates/hexagon/hexagon_delegate.h"
#include "tensorflow/lite/delegates/serialization.h"
#include "tensorflow/lite/delegates/utils.h"
#include "tensorflow/lite/logger.h"
#include "tensorflow/lite/minimal_logging.h"
#include "tensorflow/lite/profiling/telemetry/profiler.h"
#include "tensorflow/lite/profiling/telemetry/telemetry.h"
#include "tensorflow/lite/profiling/telemetry/telemetry_status.h"
#include "tensorflow/lite/tools/benchmark/benchmark_model.h"
#include "tensorflow/lite/tools/benchmark/benchmark_tflite_model.h"
#include "tensorflow/lite/tools/evaluation/evaluation_delegate_provider.h"
#include "tensorflow/lite/tools/evaluation/evaluation_stage.h"
#include "tensorflow/lite/tools/evaluation/proto/evaluation_stages.pb.h"
#include "tensorflow/lite/tools/evaluation/stages/image_classification_stage.h"
#include "tensorflow/lite/tools/evaluation/stages/image_preprocessing_stage.h"
#include "tensorflow/lite/tools/evaluation/stages/inference_profiler_stage.h"
#include "tensorflow/lite/tools/evaluation/stages/object_detection_average_precision_stage.h"
#include "tensorflow/lite/tools/evaluation/stages/object_detection_stage.h"
#include "tensorflow/lite/tools/evaluation/stages/tflite_inference_stage.h"
#include "tensorflow/lite/tools/evaluation/stages/topk_accuracy_eval_stage.h"
#include "tensorflow/lite/tools/evaluation/tasks/task_executor.h"
#include "tensorflow/lite/tools/evaluation/utils.h"
#include "tensorflow/lite/version.h"
#include "tflite/acceleration/configuration/delegate_registry.h"
#include "tflite/builtin_op_data.h"
#include "tflite/delegates/serialization.h"
#include "tflite/delegates/utils.h"
#include "tflite/logger.h"
#include "tflite/minimal_logging.h"
#include "tflite/profiling/telemetry/telemetry.h"
#include "tflite/tools/benchmark/benchmark_tflite_model.h"
#include "tflite/tools/evaluation/stages/object_detection_stage.h"
#include "tflite/tools/evaluation/utils.h"
#include "tflite/version.h"

namespace acme {
namespace {

TEST(VendorHeaders, Delegates) {
  TfLiteContext context = {};
  context.GetExecutionPlan = [](TfLiteContext*, TfLiteIntArray** plan) {
    static TfLiteIntArray* none = TfLiteIntArrayCreate(0);
    *plan = none;
    return kTfLiteOk;
  };
  context.PreviewDelegatePartitioning = [](TfLiteContext*,
                                           const TfLiteIntArray*,
                                           TfLiteDelegateParams**, int* count) {
    *count = 0;
    return kTfLiteOk;
  };
  const tflite::delegates::IsNodeSupportedFn all =
      [](TfLiteContext*, TfLiteNode*, TfLiteRegistration*, std::string*) {
        return true;
      };
  tflite::delegates::FP16GraphPartitionHelper helper(&context, all);
  EXPECT_EQ(helper.Partition(nullptr), kTfLiteOk);
  EXPECT_EQ(helper.num_partitions(), 0);
  EXPECT_TRUE(helper.GetNodesOfFirstNLargestPartitions().empty());

  tflite::delegates::Serialization cache({"model", "folder"});
  EXPECT_NE(cache.GetEntryForDelegate("key", nullptr).GetFingerprint(), 0u);
  EXPECT_NE(tflite::delegates::StrFingerprint("a", 1),
            tflite::delegates::StrFingerprint("b", 1));
  tflite::telemetry::TelemetryReportDelegateEvent(
      &context, "opened", tflite::telemetry::TelemetryStatusCode(kTfLiteOk));
}

TEST(VendorHeaders, LogsAndVersions) {
  const tflite::LogSeverity before =
      tflite::LoggerOptions::SetMinimumLogSeverity(tflite::TFLITE_LOG_ERROR);
  TFLITE_LOG_PROD(tflite::TFLITE_LOG_INFO, "%s", "not written");
  EXPECT_EQ(
      tflite::logging_internal::MinimalLogger::SetMinimumLogSeverity(before),
      tflite::TFLITE_LOG_ERROR);
  EXPECT_EQ(TFLITE_SCHEMA_VERSION, 3);
  EXPECT_EQ(std::string(TFLITE_VERSION_STRING).find("2."), 0u);
}

TEST(VendorHeaders, Hexagon) {
  TfLiteHexagonInit();
  const TfLiteHexagonDelegateOptions options =
      TfLiteHexagonDelegateOptionsDefault();
  EXPECT_FALSE(options.print_graph_profile);
  TfLiteDelegate* delegate = TfLiteHexagonDelegateCreate(&options);
  EXPECT_NE(delegate, nullptr);
  TfLiteHexagonDelegateDelete(delegate);
  TfLiteHexagonTearDown();
}

// Counts runs, like the listener of an application.
class Counter : public tflite::benchmark::BenchmarkListener {
 public:
  void OnSingleRunEnd() override { ++runs; }
  int runs = 0;
};

// A benchmark that runs nothing, and is therefore quick.
class EmptyBenchmark : public tflite::benchmark::BenchmarkModel {
 public:
  TfLiteStatus Init() override { return kTfLiteOk; }
  uint64_t ComputeInputBytes() override { return 0; }
  TfLiteStatus RunImpl() override { return kTfLiteOk; }
};

TEST(VendorHeaders, Benchmarks) {
  EmptyBenchmark benchmark;
  Counter counter;
  benchmark.AddListener(&counter);
  benchmark.mutable_params()->Set<int32_t>("num_runs", 3);
  benchmark.mutable_params()->Set<float>("min_secs", 0.0f);
  benchmark.mutable_params()->Set<int32_t>("warmup_runs", 0);
  EXPECT_EQ(benchmark.Run(), kTfLiteOk);
  EXPECT_GE(counter.runs, 3);

  tflite::benchmark::BenchmarkTfLiteModel model;
  model.mutable_params()->Set<std::string>("graph", "/no/such/model.tflite");
  EXPECT_NE(model.Run(), kTfLiteOk);
}

TEST(VendorHeaders, Evaluation) {
  EXPECT_EQ(tflite::evaluation::StripTrailingSlashes("a/"), "a");
  std::vector<std::string> lines;
  EXPECT_FALSE(tflite::evaluation::ReadFileLines("/no/such/file", &lines));
}

TEST(VendorHeaders, EvaluationStages) {
  namespace evaluation = tflite::evaluation;
  evaluation::ImagePreprocessingConfigBuilder builder("image", kTfLiteUInt8);
  builder.AddResizingStep(4, 4, false);
  builder.AddDefaultNormalizationStep();
  evaluation::ImagePreprocessingStage image(builder.build());
  EXPECT_EQ(image.Init(), kTfLiteOk);
  EXPECT_EQ(image.GetPreprocessedImageData(), nullptr);
  // Stages without their parameters.
  const evaluation::EvaluationStageConfig none;
  EXPECT_EQ(evaluation::TfliteInferenceStage(none).Init(), kTfLiteError);
  EXPECT_EQ(evaluation::ImageClassificationStage(none).Init(), kTfLiteError);
  EXPECT_EQ(evaluation::ObjectDetectionStage(none).Init(), kTfLiteError);
  EXPECT_EQ(evaluation::InferenceProfilerStage(none).Init(), kTfLiteError);
}

}  // namespace
}  // namespace acme

#include "tools/evaluation/run/outputs.h"

#include <pty.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <limits>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tools/evaluation/run/gallery.h"
#include "tools/evaluation/run/progress.h"

namespace tflite {
namespace evaluation {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

ImageRecord Classified(int index, const std::string& truth,
                       const std::vector<int>& top) {
  ImageRecord record;
  record.set_index(index);
  record.set_path("/none/" + std::to_string(index) + ".jpg");
  record.set_true_label(truth);
  for (size_t i = 0; i < top.size(); ++i) {
    record.mutable_prediction()->add_top_classes(top[i]);
    record.mutable_prediction()->add_top_scores(0.5f / (i + 1));
  }
  record.mutable_prediction()->set_inference_us(100 + index);
  return record;
}

ImageRun ClassificationRun() {
  ImageRun run;
  run.description.set_task(kClassificationTask);
  run.description.set_k(2);
  for (const char* label : {"cat", "dog", "a,\"b\"<c>"}) {
    run.description.add_labels(label);
  }
  run.records = {Classified(0, "cat", {0, 1}), Classified(1, "dog", {0, 1}),
                 Classified(2, "a,\"b\"<c>", {0, 1}),
                 Classified(3, "dog", {1, 2})};
  run.records.emplace_back();
  run.records.back().set_index(4);
  run.records.back().set_error("4.jpg: no image");
  return run;
}

void AddObject(
    int class_id, float score, float left,
    google::protobuf::RepeatedPtrField<ObjectDetectionResult::ObjectInstance>*
        objects) {
  auto* object = objects->Add();
  object->set_class_id(class_id);
  object->set_score(score);
  object->mutable_bounding_box()->set_normalized_left(left);
  object->mutable_bounding_box()->set_normalized_right(left + 0.2f);
  object->mutable_bounding_box()->set_normalized_bottom(0.5f);
}

// One found object, one missed, one taken for another class, one invented.
ImageRun DetectionRun() {
  ImageRun run;
  run.description.set_task(kDetectionTask);
  run.description.set_has_truth(true);
  for (const char* label : {"ground", "cat", "dog"}) {
    run.description.add_labels(label);
  }
  ImageRecord record;
  record.set_path("/none/a.jpg");
  auto* truths = record.mutable_truth()->mutable_objects();
  auto* found = record.mutable_prediction()->mutable_objects();
  AddObject(1, 1, 0.0f, truths);
  AddObject(1, 1, 0.3f, truths);
  AddObject(2, 1, 0.6f, truths);
  AddObject(1, 0.9f, 0.0f, found);
  AddObject(1, 0.8f, 0.6f, found);
  AddObject(2, 0.7f, 0.8f, found);
  AddObject(2, 0.3f, 0.3f, found);
  run.records.push_back(record);
  return run;
}

TEST(Results, CountsRanksAndLatencies) {
  const ImageRun run = ClassificationRun();
  const ImageResults results = ComputeResults(run);
  EXPECT_THAT(results.accuracy.top_k, ElementsAre(0.5, 0.75));
  EXPECT_EQ(results.num_images, 4);
  EXPECT_EQ(results.num_skipped, 1);
  const auto& metrics =
      results.metrics.process_metrics().image_classification_metrics();
  EXPECT_EQ(metrics.inference_latency().sum_us(), 406);
  EXPECT_THAT(ResultLines(run, results),
              ::testing::AllOf(::testing::Contains("Top-1 Accuracy: 0.5"),
                               ::testing::Contains("Top-2 Accuracy: 0.75"),
                               ::testing::Contains("Skipped images: 1")));
  EXPECT_EQ(RunningMetric(run), "top-1 50.0 %");
}

TEST(Results, ComparesWithTheReference) {
  ImageRun run = ClassificationRun();
  *run.records[0].mutable_reference() = run.records[0].prediction();
  *run.records[1].mutable_reference() = run.records[3].prediction();
  const ImageResults results = ComputeResults(run);
  EXPECT_EQ(results.num_disagreements, 1);
  EXPECT_THAT(ResultLines(run, results),
              ::testing::Contains("Images on which the CPU disagrees: 1"));
}

// From the second image on, the CPU runs what a delegate ran before.
TEST(Results, CountsFailuresOfDelegates) {
  ImageRun run = ClassificationRun();
  for (int i = 1; i < 4; ++i) {
    run.records[i].mutable_prediction()->set_fallbacks(1);
  }
  run.records[1].mutable_prediction()->clear_inference_us();
  const ImageResults results = ComputeResults(run);
  EXPECT_EQ(results.num_fallbacks, 3);
  EXPECT_EQ(results.metrics.process_metrics()
                .image_classification_metrics()
                .inference_latency()
                .sum_us(),
            102 + 103);
  EXPECT_THAT(
      ResultLines(run, results),
      ::testing::Contains("Results of the CPU, because a delegate failed: 3"));
}

TEST(Results, NeedAnImage) {
  ImageRun run = ClassificationRun();
  EXPECT_TRUE(CheckAnyImage(run, ComputeResults(run)).ok());
  run.records.erase(run.records.begin(), run.records.end() - 1);
  EXPECT_THAT(std::string(CheckAnyImage(run, ComputeResults(run)).message()),
              HasSubstr("all 1 images were skipped, the first: 4.jpg"));
  run.records.clear();
  EXPECT_TRUE(CheckAnyImage(run, ComputeResults(run)).ok());
}

// Its truth is another file.
TEST(Results, StrictCocoDoesNotNeedTheOtherTruth) {
  ImageRun run = DetectionRun();
  CocoImageTruth* coco = run.records[0].mutable_coco();
  coco->set_width(100);
  coco->set_height(100);
  CocoAnnotation* annotation = coco->add_annotations();
  annotation->set_id(1);
  annotation->set_category(1);
  annotation->set_width(20);
  annotation->set_height(50);
  annotation->set_area(1000);
  run.description.set_strict_coco(true);
  const CocoSummary expected = ComputeResults(run).accuracy.coco;
  EXPECT_GT(expected[0], 0);
  run.description.set_has_truth(false);
  EXPECT_EQ(ComputeResults(run).accuracy.coco, expected);
}

TEST(Verdicts, CountsObjects) {
  const ImageRun run = DetectionRun();
  const ImageVerdict verdict = Verdict(run.description, run.records[0]);
  EXPECT_EQ(verdict.found, 1);
  EXPECT_EQ(verdict.missed, 2);
  EXPECT_EQ(verdict.wrong, 2);
  const Confusion confusion = ConfusionOf(run, 10);
  EXPECT_THAT(confusion.names, ElementsAre("cat", "dog", "no object"));
  EXPECT_THAT(confusion.counts,
              ElementsAre(ElementsAre(1, 0, 1), ElementsAre(1, 0, 0),
                          ElementsAre(0, 1, 0)));
}

TEST(Verdicts, KeepsTheMostConfusedClasses) {
  const ImageRun run = ClassificationRun();
  EXPECT_THAT(ConfusionOf(run, 1).names, ElementsAre("cat"));
  EXPECT_THAT(ConfusionOf(run, 9).counts,
              ElementsAre(ElementsAre(1, 0, 0), ElementsAre(1, 1, 0),
                          ElementsAre(1, 0, 0)));
}

TEST(Outputs, QuotesFields) {
  const std::string csv = PerImageCsv(ClassificationRun());
  EXPECT_THAT(csv, HasSubstr("1,/none/1.jpg,,dog,2,cat,0.5,,,0,0,101\n"));
  EXPECT_THAT(csv, HasSubstr("2,/none/2.jpg,,\"a,\"\"b\"\"<c>\",0,cat,"));
  EXPECT_THAT(csv, HasSubstr("4,,4.jpg: no image,"));
  EXPECT_THAT(PerImageCsv(DetectionRun()),
              HasSubstr("0,/none/a.jpg,,3,1,2,2,0,0,0\n"));
}

TEST(Outputs, RowsHaveAllColumns) {
  for (const ImageRun& run : {DetectionRun(), ClassificationRun()}) {
    ImageRun plain = run;
    plain.description.set_labels(2, "c");
    for (ImageRecord& r : plain.records) r.set_true_label("c");
    std::istringstream csv(PerImageCsv(plain));
    std::string line;
    std::getline(csv, line);
    const auto columns = std::count(line.begin(), line.end(), ',');
    while (std::getline(csv, line)) {
      EXPECT_EQ(std::count(line.begin(), line.end(), ','), columns) << line;
    }
  }
}

TEST(Outputs, ChecksPathsBeforeARun) {
  RunDescription run = ClassificationRun().description;
  const std::string folder = ::testing::TempDir();
  const auto problem = [&run](OutputOptions options) {
    return std::string(CheckOutputFiles(run, options).message());
  };
  OutputOptions options;
  EXPECT_EQ(problem(options), "");
  options.metrics_json = folder + "/new.json";
  EXPECT_EQ(problem(options), "");
  EXPECT_FALSE(std::ifstream(options.metrics_json).good());
  options.per_image_csv = options.metrics_json;
  EXPECT_THAT(problem(options), HasSubstr("two outputs go to"));
  options.per_image_csv = folder;
  EXPECT_THAT(problem(options), HasSubstr(folder));
  options.per_image_csv = "/none/a.csv";
  EXPECT_THAT(problem(options), HasSubstr("/none/a.csv: No such file"));
  options = {};
  options.report_images = -1;
  EXPECT_THAT(problem(options), HasSubstr("--report_images=-1"));
  options = {};
  options.coco_results_file = "a.json";
  EXPECT_THAT(problem(options), HasSubstr("needs --strict_coco"));
  run.set_strict_coco(true);
  EXPECT_EQ(problem(options), "");
  run.set_task(kDifferenceTask);
  options = {};
  options.report_html = "a.html";
  EXPECT_THAT(problem(options), HasSubstr("no images to show"));
}

// JSON has neither NaN nor infinity.
TEST(Outputs, WritesValidJson) {
  ImageRun run;
  run.description.set_task(kDifferenceTask);
  run.records.emplace_back();
  run.records.back().add_output_errors(std::numeric_limits<float>::quiet_NaN());
  run.records.back().add_output_errors(0.5f);
  const std::string json = ResultsAsJson(run, ComputeResults(run));
  EXPECT_THAT(json, HasSubstr("{\"avg\": null, "));
  EXPECT_THAT(json, HasSubstr("{\"avg\": 0.5, "));
  EXPECT_THAT(json, Not(HasSubstr("nan")));
}

TEST(Gallery, ShowsTheWorstImages) {
  const ImageRun run = ClassificationRun();
  const std::string html = GalleryAsHtml(run, ComputeResults(run), 10);
  EXPECT_THAT(html, HasSubstr("The worst 2 images"));
  EXPECT_THAT(html, HasSubstr("1: /none/1.jpg"));
  EXPECT_THAT(html, Not(HasSubstr("0: /none/0.jpg")));
  EXPECT_THAT(html, HasSubstr("a,&quot;b&quot;&lt;c&gt;"));
  EXPECT_THAT(html, Not(HasSubstr("<c>")));
  EXPECT_THAT(html, HasSubstr("cannot read /none/1.jpg"));
  EXPECT_THAT(html, HasSubstr("dog as cat: 1"));
}

TEST(Gallery, DrawsBoxes) {
  const ImageRun run = DetectionRun();
  const std::string html = GalleryAsHtml(run, ComputeResults(run), 10);
  EXPECT_THAT(html, HasSubstr("class=\"box true\" style=\"left:30.00%"));
  EXPECT_THAT(html, HasSubstr("class=\"box right\" style=\"left:0.00%"));
  EXPECT_THAT(html, HasSubstr("class=\"box wrong\" style=\"left:80.00%"));
  EXPECT_THAT(html, HasSubstr("1 found, 2 missed, 2 wrong"));
}

TEST(Gallery, EmbedsRawPixels) {
  ImageRun run = ClassificationRun();
  run.description.set_input_width(1);
  run.description.set_input_height(1);
  const std::string path = ::testing::TempDir() + "/a.rgb8";
  std::ofstream(path) << "abc";
  run.records[1].set_path(path);
  const std::string html = GalleryAsHtml(run, ComputeResults(run), 10);
  // "BM", the size 58, … at the end: blue, green, red, padding.
  EXPECT_THAT(html, HasSubstr("image/bmp;base64,Qk06AAAA"));
  EXPECT_THAT(html, HasSubstr("Y2JhAA==\""));
}

TEST(Progress, TellsRateAndTimeLeft) {
  EXPECT_EQ(ProgressText(30, 10, 100, 4.0, "top-1 71.2 %"),
            "30/100 images, 5.0/s, top-1 71.2 %, 0:14 left");
  EXPECT_EQ(ProgressText(0, 0, 700, 0, ""), "0/700 images, 0.0/s");
  EXPECT_EQ(ProgressText(1, 0, 700, 1, ""), "1/700 images, 1.0/s, 11:39 left");
}

// What a terminal shows of what was written to it: \r goes to the start of the
// line, ESC [ K clears the rest of it.
std::vector<std::string> Shown(const std::string& written) {
  std::vector<std::string> lines(1);
  size_t column = 0;
  for (size_t i = 0; i < written.size(); ++i) {
    if (written[i] == '\r') {
      column = 0;
    } else if (written[i] == '\n') {
      lines.emplace_back();
    } else if (written.compare(i, 3, "\x1b[K") == 0) {
      lines.back().resize(column);
      i += 2;
    } else {
      lines.back().resize(std::max(lines.back().size(), column + 1), ' ');
      lines.back()[column++] = written[i];
    }
  }
  return lines;
}

TEST(Progress, LeavesOtherLinesOfATerminalWhole) {
  int terminal, other_end;
  ASSERT_EQ(openpty(&terminal, &other_end, nullptr, nullptr, nullptr), 0);
  std::FILE* to = fdopen(other_end, "w");
  {
    Progress progress(
        4, 0, [] { return std::string("top-1 71.2 %"); }, to);
    const auto print = [to] {
      std::fputs("INFO: Evaluated: 50%\n", to);
      std::fflush(to);
    };
    progress.Above(print);  // before there is a line of progress
    progress.Update(4);
    progress.Above(print);
    progress.Update(4);
  }
  std::fclose(to);
  std::string written;
  char bytes[256];
  // Fails when the other end is closed and everything has been read.
  for (ssize_t n; (n = read(terminal, bytes, sizeof(bytes))) > 0;) {
    written.append(bytes, n);
  }
  close(terminal);
  EXPECT_THAT(Shown(written),
              ElementsAre("INFO: Evaluated: 50%", "INFO: Evaluated: 50%",
                          HasSubstr("4/4 images, "), ""))
      << written;
}

}  // namespace
}  // namespace evaluation
}  // namespace tflite

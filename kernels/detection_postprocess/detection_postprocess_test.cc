#include "kernels/detection_postprocess/detection_postprocess.h"

#include <cmath>
#include <limits>
#include <vector>

#include "flatbuffers/flexbuffers.h"
#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kDetect =
    MakeOpFunctions<&BindDetectionPostprocess,
                    &EvalDetectionPostprocessReference>();

struct Settings {
  int max_detections = 3;
  int classes_per_detection = 1;
  int64_t detections_per_class = 100;
  int num_classes = 2;
  bool regular = false;
  float overlap = 0.5f;
  float y_scale = 10, x_scale = 10, h_scale = 5, w_scale = 5;

  std::vector<uint8_t> Encode() const {
    flexbuffers::Builder builder;
    builder.Map([&] {
      builder.Int("max_detections", max_detections);
      builder.Int("max_classes_per_detection", classes_per_detection);
      builder.Int("detections_per_class", detections_per_class);
      builder.Bool("use_regular_nms", regular);
      builder.Float("nms_score_threshold", 0.1f);
      builder.Float("nms_iou_threshold", overlap);
      builder.Int("num_classes", num_classes);
      builder.Float("y_scale", y_scale);
      builder.Float("x_scale", x_scale);
      builder.Float("h_scale", h_scale);
      builder.Float("w_scale", w_scale);
    });
    builder.Finish();
    return builder.GetBuffer();
  }
};

void AddOutputs(OpTest& test) {
  for (int i = 0; i < 4; ++i) test.Output<float>();
}

// Four anchors of height and width 2 around (1, 1), (1, 1.1), (5, 5), (9, 9),
// as they are. The second overlaps the first by more than nine tenths.
void Fill(OpTest& test, const std::vector<float>& scores) {
  test.Input<float>({1, 4, 4}, std::vector<float>(16, 0.0f));
  const int32_t classes = static_cast<int32_t>(scores.size()) / 4;
  test.Input<float>({1, 4, classes}, scores);
  test.Const<float>({4, 4},
                    {1, 1, 2, 2, 1, 1.1f, 2, 2, 5, 5, 2, 2, 9, 9, 2, 2});
  AddOutputs(test);
}

Status Bind(const std::vector<uint8_t>& options) {
  OpTest test;
  Fill(test, std::vector<float>(8, 0.5f));
  test.CustomOptions(options);
  return test.Run(kDetect);
}

TEST(DetectionPostprocessBind, RejectsOneInputAndFour_C1) {
  OpTest test;
  test.Input<float>({1, 1, 4}, {0, 0, 0, 0}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kDetect), "C1"));
  OpTest more;
  for (int i = 0; i < 4; ++i) more.Input<float>({1}, {1});
  more.Output<float>();
  EXPECT_TRUE(Violates(more.Run(kDetect), "C1"));
}

TEST(DetectionPostprocessBind, RejectsTypes_C2) {
  OpTest type;
  type.Input<int16_t>({1, 1, 4}, {0, 0, 0, 0}).Input<float>({1, 1, 2}, {1, 1});
  type.Const<float>({1, 4}, {0, 0, 1, 1});
  AddOutputs(type);
  EXPECT_TRUE(Violates(type.Run(kDetect), "C2"));
  OpTest scale;
  scale.Input<uint8_t>({1, 1, 4}, {0, 0, 0, 0}).Input<float>({1, 1, 2}, {1, 1});
  scale.Const<float>({1, 4}, {0, 0, 1, 1});
  AddOutputs(scale);
  EXPECT_TRUE(Violates(scale.Run(kDetect), "C2"));
}

TEST(DetectionPostprocessBind, RejectsShapes_C3) {
  const auto run = [](const Shape& boxes, const Shape& scores,
                      const Shape& anchors) {
    OpTest test;
    const auto zeros = [](const Shape& s) {
      return std::vector<float>(s.num_elements(), 0.0f);
    };
    test.Input<float>(boxes, zeros(boxes)).Input<float>(scores, zeros(scores));
    test.Const<float>(anchors, zeros(anchors));
    AddOutputs(test);
    test.CustomOptions(Settings().Encode());
    return test.Run(kDetect);
  };
  EXPECT_TRUE(IsOk(run({1, 2, 4}, {1, 2, 3}, {2, 4})));
  EXPECT_TRUE(Violates(run({2, 2, 4}, {1, 2, 3}, {2, 4}), "C3"));
  EXPECT_TRUE(Violates(run({1, 2, 3}, {1, 2, 3}, {2, 4}), "C3"));
  EXPECT_TRUE(Violates(run({1, 2, 4}, {1, 1, 3}, {2, 4}), "C3"));
  EXPECT_TRUE(Violates(run({1, 2, 4}, {1, 2, 5}, {2, 4}), "C3"));
  EXPECT_TRUE(Violates(run({1, 2, 4}, {1, 2, 3}, {3, 4}), "C3"));
}

TEST(DetectionPostprocessBind, RejectsUnsoundOptions_C4) {
  EXPECT_TRUE(Violates(Bind({9}), "C4"));
}

TEST(DetectionPostprocessBind, RejectsCounts_C5) {
  Settings settings;
  settings.max_detections = -1;
  EXPECT_TRUE(Violates(Bind(settings.Encode()), "C5"));
  settings = Settings();
  settings.classes_per_detection = 0;
  EXPECT_TRUE(Violates(Bind(settings.Encode()), "C5"));
  settings = Settings();
  settings.detections_per_class = INT32_MAX;
  EXPECT_TRUE(IsOk(Bind(settings.Encode())));
  ++settings.detections_per_class;
  EXPECT_TRUE(Violates(Bind(settings.Encode()), "C5"));
  settings.max_detections = 1 << 20;
  settings.classes_per_detection = 1 << 20;
  EXPECT_TRUE(Violates(Bind(settings.Encode()), "C5"));
}

TEST(DetectionPostprocessBind, RejectsScalesAndThresholds_C6) {
  for (float Settings::*scale : {&Settings::y_scale, &Settings::x_scale,
                                 &Settings::h_scale, &Settings::w_scale}) {
    Settings settings;
    settings.*scale = 0;
    EXPECT_TRUE(Violates(Bind(settings.Encode()), "C6"));
    settings.*scale = 0x1p-126f;
    EXPECT_TRUE(IsOk(Bind(settings.Encode())));
  }
  for (const float refused : {0.0f, std::nextafter(1.0f, 2.0f)}) {
    Settings settings;
    settings.overlap = refused;
    EXPECT_TRUE(Violates(Bind(settings.Encode()), "C6")) << refused;
  }
  for (const float accepted : {0x1p-126f, 1.0f}) {
    Settings settings;
    settings.overlap = accepted;
    EXPECT_TRUE(IsOk(Bind(settings.Encode()))) << accepted;
  }
}

TEST(DetectionPostprocess, FastSuppressionWithABackground) {
  OpTest test;
  // Background, class 0, class 1.
  Fill(test, {0, 0.9f, 0.8f, 0, 0.95f, 0.2f, 0, 0.05f, 0.7f, 0, 0.05f, 0.02f});
  test.CustomOptions(Settings().Encode());
  ASSERT_TRUE(IsOk(test.Run(kDetect)));
  EXPECT_EQ(test.OutShape(0), Shape({1, 3, 4}));
  EXPECT_TRUE(test.OutputIs({0, 0.1, 2, 2.1, 4, 4, 6, 6, 0, 0, 0, 0}, 1e-5));
  EXPECT_TRUE(test.OutputIs({0, 1, 0}, 0, 0, 1));
  EXPECT_TRUE(test.OutputIs({0.95, 0.7, 0}, 1e-6, 0, 2));
  EXPECT_TRUE(test.OutputIs({2}, 0, 0, 3));
}

// The scores of FastSuppressionWithABackground. With the zero points below,
// bytes that are read as the other type give other scores.
template <typename T>
void ExpectDetectionsOfBytes(int zero_point) {
  OpTest test;
  test.Input<float>({1, 4, 4}, std::vector<float>(16, 0.0f));
  std::vector<T> scores;
  for (const int score : {0, 90, 80, 0, 95, 20, 0, 5, 70, 0, 5, 2}) {
    scores.push_back(static_cast<T>(score + zero_point));
  }
  test.Input<T>({1, 4, 3}, scores, {0.01f, zero_point});
  test.Const<float>({4, 4},
                    {1, 1, 2, 2, 1, 1.1f, 2, 2, 5, 5, 2, 2, 9, 9, 2, 2});
  AddOutputs(test);
  test.CustomOptions(Settings().Encode());
  ASSERT_TRUE(IsOk(test.Run(kDetect)));
  EXPECT_TRUE(test.OutputIs({0, 0.1, 2, 2.1, 4, 4, 6, 6, 0, 0, 0, 0}, 1e-5));
  EXPECT_TRUE(test.OutputIs({0, 1, 0}, 0, 0, 1));
  EXPECT_TRUE(test.OutputIs({0.95, 0.7, 0}, 1e-6, 0, 2));
  EXPECT_TRUE(test.OutputIs({2}, 0, 0, 3));
}

TEST(DetectionPostprocess, TakesScoresInBytes) {
  ExpectDetectionsOfBytes<uint8_t>(150);
  ExpectDetectionsOfBytes<int8_t>(-50);
}

TEST(DetectionPostprocess, RegularSuppressionEachClass) {
  Settings settings;
  settings.regular = true;
  OpTest test;
  Fill(test, {0.9f, 0.8f, 0.95f, 0.2f, 0.05f, 0.7f, 0.05f, 0.02f});
  test.CustomOptions(settings.Encode());
  ASSERT_TRUE(IsOk(test.Run(kDetect)));
  EXPECT_TRUE(test.OutputIs({0, 0.1, 2, 2.1, 0, 0, 2, 2, 4, 4, 6, 6}, 1e-5));
  EXPECT_TRUE(test.OutputIs({0, 1, 1}, 0, 0, 1));
  EXPECT_TRUE(test.OutputIs({0.95, 0.8, 0.7}, 1e-6, 0, 2));
  EXPECT_TRUE(test.OutputIs({3}, 0, 0, 3));
}

TEST(DetectionPostprocess, RegularSuppressionKeepsTheBest) {
  const std::vector<float> scores = {0.9f,  0.8f, 0.95f, 0.2f,
                                     0.05f, 0.7f, 0.05f, 0.02f};
  Settings settings;
  settings.regular = true;
  settings.max_detections = 2;
  OpTest fewer;
  Fill(fewer, scores);
  fewer.CustomOptions(settings.Encode());
  ASSERT_TRUE(IsOk(fewer.Run(kDetect)));
  EXPECT_TRUE(fewer.OutputIs({0.95, 0.8}, 1e-6, 0, 2));
  EXPECT_TRUE(fewer.OutputIs({2}, 0, 0, 3));
  settings.max_detections = 4;
  settings.detections_per_class = 1;
  OpTest one;
  Fill(one, scores);
  one.CustomOptions(settings.Encode());
  ASSERT_TRUE(IsOk(one.Run(kDetect)));
  EXPECT_TRUE(one.OutputIs({0.95, 0.8, 0, 0}, 1e-6, 0, 2));
  EXPECT_TRUE(one.OutputIs({2}, 0, 0, 3));
}

// The third of three slots stays free where there are two classes. NaN is no
// score.
TEST(DetectionPostprocess, FastSuppressionGivesTheBestClasses) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  Settings settings;
  settings.classes_per_detection = 3;
  OpTest test;
  Fill(test, {0.3f, 0.8f, 0.05f, 0.05f, nan, 0.7f, 0.6f, nan});
  test.CustomOptions(settings.Encode());
  ASSERT_TRUE(IsOk(test.Run(kDetect)));
  EXPECT_TRUE(test.OutputIs({1, 0, 0, 1, 0, 0, 0, 1, 0}, 0, 0, 1));
  EXPECT_TRUE(
      test.OutputIs({0.8, 0.3, 0, 0.7, nan, 0, 0.6, nan, 0}, 1e-6, 0, 2));
  EXPECT_TRUE(test.OutputIs({3}, 0, 0, 3));
}

// Values behind the first four are skipped.
TEST(DetectionPostprocess, DecodesBoxes) {
  Settings settings;
  settings.num_classes = 1;
  settings.max_detections = 2;
  settings.x_scale = 20;
  settings.w_scale = 4;
  OpTest test;
  const float dh = 5 * std::log(2.0f), dw = 4 * std::log(3.0f);
  test.Input<float>({1, 2, 5}, {0, 0, 0, 0, 99, 1, 2, dh, dw, 99});
  test.Input<float>({1, 2, 1}, {0.4f, 0.5f});
  test.Const<float>({2, 4}, {90, 90, 2, 2, 1, 2, 4, 6});
  AddOutputs(test);
  test.CustomOptions(settings.Encode());
  ASSERT_TRUE(IsOk(test.Run(kDetect)));
  EXPECT_TRUE(test.OutputIs({-2.6, -6.4, 5.4, 11.6, 89, 89, 91, 91}, 1e-4));
}

// How many of two or three anchors of equal scores are kept.
void ExpectKept(const std::vector<float>& anchors, float overlap, double kept) {
  const auto count = static_cast<int32_t>(anchors.size() / 4);
  Settings settings;
  settings.num_classes = 1;
  settings.overlap = overlap;
  OpTest test;
  test.Input<float>({1, count, 4}, std::vector<float>(anchors.size()));
  test.Input<float>({1, count, 1}, std::vector<float>(count, 0.5f));
  test.Const<float>({count, 4}, anchors);
  AddOutputs(test);
  test.CustomOptions(settings.Encode());
  ASSERT_TRUE(IsOk(test.Run(kDetect)));
  EXPECT_TRUE(test.OutputIs({kept}, 0, 0, 3));
}

TEST(DetectionPostprocess, SuppressesByOverlap) {
  // Apart in one direction only.
  ExpectKept({1, 1, 2, 2, 9, 1, 2, 2, 1, 9, 2, 2}, 0.25f, 3);
  // Small ones.
  ExpectKept({1, 1, 0.5f, 0.5f, 1, 1, 0.5f, 0.5f}, 0.5f, 1);
  // Without area.
  ExpectKept({1, 1, 0, 2, 1, 1, 0, 2}, 0.5f, 2);
  ExpectKept({1, 1, 2, 2, 1, 1, 0, 2}, 0.5f, 2);
}

TEST(DetectionPostprocess, ThresholdsThemselvesPass) {
  Settings settings;
  settings.num_classes = 1;
  OpTest test;
  test.Input<float>({1, 3, 4}, std::vector<float>(12, 0.0f));
  // The last score is just below the threshold.
  test.Input<float>({1, 3, 1}, {0.5f, 0.1f, 0.0999f});
  // The second box is half of the first one.
  test.Const<float>({3, 4}, {1, 1, 2, 2, 0.5f, 1, 1, 2, 9, 9, 2, 2});
  AddOutputs(test);
  test.CustomOptions(settings.Encode());
  ASSERT_TRUE(IsOk(test.Run(kDetect)));
  EXPECT_TRUE(test.OutputIs({0.5, 0.1, 0}, 1e-6, 0, 2));
  EXPECT_TRUE(test.OutputIs({2}, 0, 0, 3));
}

TEST(DetectionPostprocess, NoAnchors) {
  OpTest test;
  test.Input<float>({1, 0, 4}, {}).Input<float>({1, 0, 2}, {});
  test.Const<float>({0, 4}, {});
  AddOutputs(test);
  test.CustomOptions(Settings().Encode());
  ASSERT_TRUE(IsOk(test.Run(kDetect)));
  EXPECT_TRUE(test.OutputIs({0}, 0, 0, 3));
  EXPECT_TRUE(test.OutputIs({0, 0, 0}, 0, 0, 2));
}

// Scores of the background alone.
TEST(DetectionPostprocess, NoClasses) {
  Settings settings;
  settings.num_classes = 0;
  OpTest test;
  Fill(test, std::vector<float>(4, 0.5f));
  test.CustomOptions(settings.Encode());
  ASSERT_TRUE(IsOk(test.Run(kDetect)));
  EXPECT_TRUE(test.OutputIs(std::vector<double>(12, 0)));
  EXPECT_TRUE(test.OutputIs({0, 0, 0}, 0, 0, 1));
  EXPECT_TRUE(test.OutputIs({0, 0, 0}, 0, 0, 2));
  EXPECT_TRUE(test.OutputIs({0}, 0, 0, 3));
}

TEST(DetectionPostprocess, NoDetections) {
  Settings settings;
  settings.max_detections = 0;
  OpTest test;
  Fill(test, std::vector<float>(8, 0.5f));
  test.CustomOptions(settings.Encode());
  ASSERT_TRUE(IsOk(test.Run(kDetect)));
  EXPECT_EQ(test.OutShape(0), Shape({1, 0, 4}));
  EXPECT_EQ(test.OutShape(1), Shape({1, 0}));
  EXPECT_TRUE(test.OutputIs({0}, 0, 0, 3));
}

}  // namespace
}  // namespace tflite::kernels

#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tools/evaluation/ground_truth/coco_instances.h"
#include "tools/evaluation/ground_truth/detection_truth.h"

namespace tflite {
namespace evaluation {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string WriteFile(const std::string& bytes) {
  const std::string path = ::testing::TempDir() + "/truth";
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}

std::string Box(const std::string& top, const std::string& bottom,
                const std::string& left, const std::string& right) {
  return "objects { class_id: 1 bounding_box {\n normalized_top: " + top +
         " normalized_bottom: " + bottom + "\n normalized_left: " + left +
         " normalized_right: " + right + " } }\n";
}

std::string Image(const std::string& name, const std::string& objects) {
  return "detection_results {\n image_name: \"" + name + "\"\n" + objects +
         "}\n";
}

TEST(DetectionTruth, NamesFileAndLineOfBadBoxes) {
  const std::string good = Box("0.25", "0.5", "0", "1");
  // COCO has boxes without an area.
  const std::string flat = Box("0.5", "0.5", "0.5", "0.5");
  const std::string path =
      WriteFile(Image("a.jpg", good + flat) + Image("b.jpg", ""));
  const auto truth = ReadDetectionTruth(path);
  ASSERT_TRUE(truth.ok()) << truth.status();
  EXPECT_EQ(truth->at("a.jpg").objects_size(), 2);
  EXPECT_EQ(truth->at("b.jpg").objects_size(), 0);

  const std::vector<std::pair<std::string, std::string>> cases = {
      {Box("0.5", "0.25", "0", "1"), "the bottom at 0.25 is above the top"},
      {Box("0", "1", "0.5", "0.25"), "the right edge at 0.25 is left of"},
      {Box("nan", "1", "0", "1"), "an edge at nan"},
      {Box("0", "1e999", "0", "1"), "an edge at inf"},
  };
  for (const auto& [box, problem] : cases) {
    const auto bad = ReadDetectionTruth(
        WriteFile(Image("a.jpg", good) + Image("b.jpg", good + box)));
    ASSERT_FALSE(bad.ok()) << box;
    const std::string message(bad.status().message());
    EXPECT_THAT(message, StartsWith(path + ": line 12: b.jpg has a box"));
    EXPECT_THAT(message, HasSubstr(problem));
  }
}

TEST(DetectionTruth, NamesObjectsOfSerializedFiles) {
  ObjectDetectionGroundTruth truth;
  auto* image = truth.add_detection_results();
  image->set_image_name("a.jpg");
  for (const float bottom : {0.75f, 0.25f}) {
    auto* box = image->add_objects()->mutable_bounding_box();
    box->set_normalized_top(0.5f);
    box->set_normalized_bottom(bottom);
    box->set_normalized_left(0);
    box->set_normalized_right(1);
  }
  const std::string path = WriteFile(truth.SerializeAsString());
  const auto bad = ReadDetectionTruth(path);
  ASSERT_FALSE(bad.ok());
  EXPECT_THAT(std::string(bad.status().message()),
              StartsWith(path + ": object 2 of a.jpg has a box"));
}

TEST(DetectionTruth, NamesImagesThatAreListedTwiceOrWithoutAName) {
  const std::string path = WriteFile(Image("a.jpg", "") + Image("a.jpg", ""));
  EXPECT_THAT(std::string(ReadDetectionTruth(path).status().message()),
              HasSubstr(path + ": line 4: lists a.jpg twice"));
  WriteFile(Image("", ""));
  EXPECT_THAT(std::string(ReadDetectionTruth(path).status().message()),
              HasSubstr("line 1: an image has no name"));
  WriteFile(Image("a.jpg", "") + "rest");
  EXPECT_THAT(std::string(ReadDetectionTruth(path).status().message()),
              HasSubstr("line 4"));
}

std::string Instances(const std::string& images,
                      const std::string& annotations) {
  return "{\"images\": [" + images + "], \"annotations\": [" + annotations +
         "]}";
}

std::string CocoImage(const std::string& id, const std::string& name,
                      const std::string& width = "40") {
  return "{\"id\": " + id + ", \"file_name\": \"" + name +
         "\", \"width\": " + width + ", \"height\": 20}";
}

std::string Annotation(const std::string& id, const std::string& category,
                       const std::string& box) {
  return "{\"id\": " + id + ", \"image_id\": 7, \"category_id\": " + category +
         ", \"bbox\": " + box + ", \"area\": 4, \"iscrowd\": 0}";
}

TEST(CocoInstances, NamesFileAndEntryOfBadNumbers) {
  const std::string image = CocoImage("7", "a.jpg");
  const std::string good = Annotation("1", "3", "[1, 2, 0, 4.5]");
  // Numbers that programs write for integers.
  const std::string path =
      WriteFile(Instances(CocoImage("7.0", "a.jpg"), good + "," +
                                                         Annotation("2.0", "3",
                                                                    "[1, 2, "
                                                                    "3, 4]")));
  const auto instances = ReadCocoInstances(path);
  ASSERT_TRUE(instances.ok()) << instances.status();
  EXPECT_EQ(instances->at("a.jpg").annotations_size(), 2);
  // More digits than a double has.
  const auto long_ids = ReadCocoInstances(
      WriteFile(Instances(CocoImage("9007199254740993", "a.jpg") + "," +
                              CocoImage("9223372036854775807", "b.jpg"),
                          "")));
  ASSERT_TRUE(long_ids.ok()) << long_ids.status();
  EXPECT_EQ(long_ids->at("a.jpg").id(), 9007199254740993);
  EXPECT_EQ(long_ids->at("b.jpg").id(), INT64_MAX);

  const std::vector<std::pair<std::string, std::string>> cases = {
      {Instances(image, Annotation("5", "3", "[1, 2, -3, 4]")),
       "annotation 5: a box of -3 by 4"},
      {Instances(image, Annotation("5", "3", "[1, 2, 3, -4]")),
       "annotation 5: a box of 3 by -4"},
      {Instances(image, Annotation("5", "3", "[1, 2, 3, 4, 5]")),
       "annotation 5: bbox has 5 numbers"},
      {Instances(image, Annotation("5", "4294967299", "[1, 2, 3, 4]")),
       "category_id"},
      {Instances(image, Annotation("5", "3.5", "[1, 2, 3, 4]")), "category_id"},
      {Instances(image, Annotation("1e30", "3", "[1, 2, 3, 4]")), "id"},
      {Instances(image, Annotation("5", "3", "[1, 2, 3, 1e999]")), "JSON"},
      {Instances(image, Annotation("5", "3", "[1, 2, 3, NaN]")), "JSON"},
      {Instances(image, Annotation("5", "3", "[1, 2, 3, 4]")) + "rest", "JSON"},
      {Instances(image, good + "," + good), "two annotations have the id 1"},
      {Instances(image + "," + CocoImage("7", "b.jpg"), good),
       "two images have the id 7"},
      {Instances(CocoImage("7", "a.jpg", "0"), good),
       "image 7 has 0x20 pixels"},
      {Instances(CocoImage("7", "a.jpg", "-40"), good),
       "image 7 has -40x20 pixels"},
  };
  for (const auto& [json, problem] : cases) {
    const auto bad = ReadCocoInstances(WriteFile(json));
    ASSERT_FALSE(bad.ok()) << json;
    const std::string message(bad.status().message());
    EXPECT_THAT(message, StartsWith(path));
    EXPECT_THAT(message, HasSubstr(problem));
  }
}

}  // namespace
}  // namespace evaluation
}  // namespace tflite

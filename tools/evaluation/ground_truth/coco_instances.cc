#include "tools/evaluation/ground_truth/coco_instances.h"

#include <cstdint>
#include <nlohmann/json.hpp>

#include "tools/evaluation/image/preprocessor.h"

namespace tflite {
namespace evaluation {
namespace {

using Json = nlohmann::json;

void AddAnnotation(const Json& json, CocoImageTruth* image) {
  CocoAnnotation* annotation = image->add_annotations();
  annotation->set_id(json.at("id").get<int64_t>());
  annotation->set_category(json.at("category_id").get<int32_t>());
  const Json& box = json.at("bbox");
  annotation->set_x(box.at(0).get<double>());
  annotation->set_y(box.at(1).get<double>());
  annotation->set_width(box.at(2).get<double>());
  annotation->set_height(box.at(3).get<double>());
  annotation->set_area(json.at("area").get<double>());
  annotation->set_crowd(json.value("iscrowd", 0) != 0);
}

base::StatusOr<std::map<std::string, CocoImageTruth>> Convert(
    const Json& json) {
  std::map<int64_t, CocoImageTruth> images;
  std::map<int64_t, std::string> names;
  for (const Json& image : json.at("images")) {
    const int64_t id = image.at("id").get<int64_t>();
    names[id] = FileName(image.at("file_name").get<std::string>());
    images[id].set_id(id);
    images[id].set_width(image.at("width").get<int32_t>());
    images[id].set_height(image.at("height").get<int32_t>());
  }
  for (const Json& annotation : json.at("annotations")) {
    const auto image = images.find(annotation.at("image_id").get<int64_t>());
    if (image != images.end()) AddAnnotation(annotation, &image->second);
  }
  std::map<std::string, CocoImageTruth> by_name;
  for (auto& [id, image] : images) {
    if (!by_name.emplace(names[id], std::move(image)).second) {
      return base::Invalid("two images have the name ", names[id]);
    }
  }
  return by_name;
}

}  // namespace

base::StatusOr<std::map<std::string, CocoImageTruth>> ReadCocoInstances(
    const std::string& path) {
  TFLL_ASSIGN_OR_RETURN(const std::string bytes, ReadFile(path));
  const Json json = Json::parse(bytes, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded()) return base::Invalid(path, " is not JSON");
  // The library reports missing and wrong members as exceptions.
  try {
    auto images = Convert(json);
    if (!images.ok()) return base::Annotate(images.status(), path);
    return images;
  } catch (const Json::exception& error) {
    return base::Invalid(path,
                         " is not an annotation file of COCO: ", error.what());
  }
}

}  // namespace evaluation
}  // namespace tflite

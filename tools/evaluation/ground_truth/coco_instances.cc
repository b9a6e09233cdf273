#include "tools/evaluation/ground_truth/coco_instances.h"

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "tensorflow_lite_lite/base/checked.h"
#include "tools/evaluation/image/preprocessor.h"

namespace tflite {
namespace evaluation {
namespace {

using Json = nlohmann::json;

// Programs also write integers as 3.0. The library would convert any number.
template <typename T>
base::Status ReadInteger(const Json& entry, const char* name, T* value) {
  const Json& json = entry.at(name);
  const auto wrong = [&] { return base::Invalid(name, " is ", json.dump()); };
  if (json.is_number_unsigned()) {
    return base::CheckedCast(json.get<uint64_t>(), value) ? base::OkStatus()
                                                          : wrong();
  }
  if (json.is_number_integer()) {
    return base::CheckedCast(json.get<int64_t>(), value) ? base::OkStatus()
                                                         : wrong();
  }
  // Up to this limit, every integer is a double of its own.
  constexpr double kLimit = sizeof(T) == 4 ? 2147483647.0 : 9007199254740991.0;
  const double number = json.get<double>();
  if (!(std::abs(number) <= kLimit) || number != std::floor(number)) {
    return wrong();
  }
  *value = static_cast<T>(number);
  return base::OkStatus();
}

// Boxes without an area are allowed: COCO has some.
base::Status ReadBox(const Json& box, CocoAnnotation* annotation) {
  if (box.size() != 4) {
    return base::Invalid("bbox has ", box.size(), " numbers, not 4");
  }
  annotation->set_x(box.at(0).get<double>());
  annotation->set_y(box.at(1).get<double>());
  annotation->set_width(box.at(2).get<double>());
  annotation->set_height(box.at(3).get<double>());
  return annotation->width() >= 0 && annotation->height() >= 0
             ? base::OkStatus()
             : base::Invalid("a box of ", annotation->width(), " by ",
                             annotation->height(), " pixels");
}

base::StatusOr<CocoAnnotation> ReadAnnotation(const Json& json, int64_t id) {
  CocoAnnotation annotation;
  annotation.set_id(id);
  int32_t category;
  TFLL_RETURN_IF_ERROR(ReadInteger(json, "category_id", &category));
  annotation.set_category(category);
  TFLL_RETURN_IF_ERROR(ReadBox(json.at("bbox"), &annotation));
  annotation.set_area(json.at("area").get<double>());
  annotation.set_crowd(json.value("iscrowd", 0) != 0);
  return annotation;
}

using ImagesById = std::map<int64_t, CocoImageTruth>;

base::Status AddImage(const Json& json, ImagesById* images,
                      std::map<int64_t, std::string>* names) {
  int64_t id;
  TFLL_RETURN_IF_ERROR(ReadInteger(json, "id", &id));
  CocoImageTruth& image = (*images)[id];
  if (!names->emplace(id, FileName(json.at("file_name").get<std::string>()))
           .second) {
    return base::Invalid("two images have the id ", id);
  }
  int32_t width, height;
  TFLL_RETURN_IF_ERROR(ReadInteger(json, "width", &width));
  TFLL_RETURN_IF_ERROR(ReadInteger(json, "height", &height));
  if (width < 1 || height < 1) {
    return base::Invalid("image ", id, " has ", width, "x", height, " pixels");
  }
  image.set_id(id);
  image.set_width(width);
  image.set_height(height);
  return base::OkStatus();
}

base::Status AddAnnotations(const Json& json, ImagesById* images) {
  std::set<int64_t> known;
  for (const Json& entry : json) {
    int64_t id, image_id;
    TFLL_RETURN_IF_ERROR(ReadInteger(entry, "id", &id));
    TFLL_RETURN_IF_ERROR(ReadInteger(entry, "image_id", &image_id));
    if (!known.insert(id).second) {
      return base::Invalid("two annotations have the id ", id);
    }
    const auto image = images->find(image_id);
    if (image == images->end()) continue;
    auto annotation = ReadAnnotation(entry, id);
    if (!annotation.ok()) {
      return base::Annotate(annotation.status(),
                            "annotation " + std::to_string(id));
    }
    *image->second.add_annotations() = *std::move(annotation);
  }
  return base::OkStatus();
}

base::StatusOr<std::map<std::string, CocoImageTruth>> Convert(
    const Json& json) {
  ImagesById images;
  std::map<int64_t, std::string> names;
  for (const Json& image : json.at("images")) {
    TFLL_RETURN_IF_ERROR(AddImage(image, &images, &names));
  }
  TFLL_RETURN_IF_ERROR(AddAnnotations(json.at("annotations"), &images));
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

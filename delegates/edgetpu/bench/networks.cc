#include "delegates/edgetpu/bench/networks.h"

namespace tflite::edgetpu::bench {

const std::vector<PublishedNetwork>& PublishedNetworks() {
  static const auto* networks = new std::vector<PublishedNetwork>{
      {"MobileNet v1", 224, 2.4, Role::kFitted, MobileNetV1, ""},
      {"Inception v1", 224, 3.4, Role::kFitted, InceptionV1, ""},
      {"ResNet-50 v1", 299, 49, Role::kFitted, ResNet50V1, ""},
      {"VGG16", 224, 296, Role::kFitted, Vgg16, ""},
      {"SqueezeNet", 224, 2.1, Role::kFitted, SqueezeNet, ""},
      {"Inception-ResNet v2", 299, 57, Role::kFitted, InceptionResNetV2, ""},
      {"MobileNet v2", 224, 2.6, Role::kJudged, MobileNetV2, ""},
      {"Inception v4", 299, 85, Role::kJudged, InceptionV4, ""},
      {"ResNet-50 v2", 299, 50, Role::kJudged, ResNet50V2, ""},
      {"ResNet-152 v2", 299, 128, Role::kJudged, ResNet152V2, ""},
      {"VGG19", 224, 308, Role::kJudged, Vgg19, ""},
      {"DenseNet-121", 224, 20, Role::kJudged, DenseNet121, ""},
      {"EfficientNet-EdgeTpu-S", 224, 5.1, Role::kShown, EfficientNetEdgeTpuS,
       ""},
      {"EfficientNet-EdgeTpu-M", 240, 8.7, Role::kShown, EfficientNetEdgeTpuM,
       ""},
      {"MobileNet v1 SSD", 300, 6.5, Role::kShown, SsdMobileNetV1,
       "without the boxes' selection on the CPU"},
      {"MobileNet v2 SSD", 300, 7.2, Role::kShown, SsdMobileNetV2,
       "without the boxes' selection on the CPU"},
      {"DeepLab v3 MobileNet v2", 513, 52, Role::kShown, DeepLabV3,
       "without the last resizing and ARG_MAX on the CPU"},
      {"U-Net MobileNet v2", 128, 3.3, Role::kShown, UNetMobileNetV2, ""},
  };
  return *networks;
}

}  // namespace tflite::edgetpu::bench

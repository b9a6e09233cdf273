#ifndef DELEGATES_EDGETPU_BENCH_NETWORKS_H_
#define DELEGATES_EDGETPU_BENCH_NETWORKS_H_

#include <vector>

#include "delegates/edgetpu/bench/network_builder.h"

namespace tflite::edgetpu::bench {

// What a published latency is used for.
enum class Role { kFitted, kJudged, kShown };

// A network whose latency on an Edge TPU is published.
struct PublishedNetwork {
  const char* name;
  int32_t extent;  // of the input's height and width
  double usb_ms;   // on a desktop over USB 3
  Role role;
  Network (*build)(int32_t extent);
  // What the published time contains or the network here lacks; may be empty.
  const char* remark;
};

const std::vector<PublishedNetwork>& PublishedNetworks();

// The architectures.
Network MobileNetV1(int32_t extent);
Network MobileNetV2(int32_t extent);
Network SsdMobileNetV1(int32_t extent);
Network SsdMobileNetV2(int32_t extent);
Network DeepLabV3(int32_t extent);
Network UNetMobileNetV2(int32_t extent);
Network EfficientNetEdgeTpuS(int32_t extent);
Network EfficientNetEdgeTpuM(int32_t extent);
Network InceptionV1(int32_t extent);
Network InceptionV4(int32_t extent);
Network InceptionResNetV2(int32_t extent);
Network ResNet50V1(int32_t extent);
Network ResNet50V2(int32_t extent);
Network ResNet152V2(int32_t extent);
Network DenseNet121(int32_t extent);
Network Vgg16(int32_t extent);
Network Vgg19(int32_t extent);
Network SqueezeNet(int32_t extent);

}  // namespace tflite::edgetpu::bench

#endif  // DELEGATES_EDGETPU_BENCH_NETWORKS_H_

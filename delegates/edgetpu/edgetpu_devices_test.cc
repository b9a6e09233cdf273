#include <string>

#include "delegates/edgetpu/devices.h"
#include "gtest/gtest.h"

namespace tflite::edgetpu {
namespace {

TEST(EdgeTpuDevices, AreListedByBus) {
  const auto devices = ParseVirtualDevices("usb,pci,usb");
  ASSERT_TRUE(devices.ok()) << devices.status();
  ASSERT_EQ(devices->size(), 3u);
  EXPECT_EQ((*devices)[1]->bus, DeviceBus::kPci);
  EXPECT_NE((*devices)[0]->path, (*devices)[2]->path);
  EXPECT_TRUE(ParseVirtualDevices("none")->empty());
  for (const char* wrong : {"usb,", ",usb", "usb, pci", "thunderbolt"}) {
    EXPECT_FALSE(ParseVirtualDevices(wrong).ok()) << wrong;
  }
}

TEST(EdgeTpuDevices, AreChosenByNumberBusAndPath) {
  const auto devices = ParseVirtualDevices("usb,pci,usb");
  ASSERT_TRUE(devices.ok()) << devices.status();
  const auto chosen = [&](const std::string& choice) {
    const auto device = FindDevice(*devices, choice);
    if (!device.ok()) return -1;
    int i = 0;
    while ((*devices)[i] != *device) ++i;
    return i;
  };
  EXPECT_EQ(chosen(""), 0);
  EXPECT_EQ(chosen(":1"), 1);
  EXPECT_EQ(chosen("usb"), 0);
  EXPECT_EQ(chosen("usb:1"), 2);
  EXPECT_EQ(chosen("pci"), 1);
  EXPECT_EQ(chosen("pci:0"), 1);
  EXPECT_EQ(chosen((*devices)[2]->path), 2);
  for (const char* wrong :
       {":3", "usb:2", "pci:1", "usb:", "usb1", ":x", ":-1", "isa", ":99999"}) {
    EXPECT_EQ(chosen(wrong), -1) << wrong;
  }
}

}  // namespace
}  // namespace tflite::edgetpu

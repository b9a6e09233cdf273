#include <cstdlib>
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

// One device for each target that is asked for; programs of the same device and
// target share it.
TEST(EdgeTpuDevices, HaveTheTargetThatIsChosen) {
  // Read once.
  ASSERT_EQ(setenv("TFLL_EDGETPU_DEVICES", "usb,pci", 1), 0);
  const char* const kPlain = "plain_64x64_weight_stationary";
  const auto usual = ChooseDevice("usb"), plain = ChooseDevice("usb", kPlain),
             again = ChooseDevice(":0", kPlain),
             named = ChooseDevice("usb", "tiles_4x4"),
             pci = ChooseDevice("pci", kPlain);
  ASSERT_TRUE(usual.ok() && plain.ok() && again.ok() && named.ok());
  ASSERT_TRUE(pci.ok()) << pci.status();
  EXPECT_EQ((*pci)->bus, DeviceBus::kPci);
  EXPECT_EQ(*named, *usual);
  EXPECT_EQ(*again, *plain);
  EXPECT_NE(*plain, *usual);
  EXPECT_EQ((*plain)->path, (*usual)->path);
  EXPECT_EQ((*plain)->target.name, kPlain);
  EXPECT_EQ((*usual)->target.name, "tiles_4x4");
  EXPECT_FALSE(ChooseDevice("usb:1", kPlain).ok());
  EXPECT_FALSE(ChooseDevice("usb", "nothing").ok());
}

}  // namespace
}  // namespace tflite::edgetpu

#include <cstdio>
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
  EXPECT_EQ((*devices)[0]->path, "/virtual/usb/0");
  EXPECT_EQ((*devices)[1]->path, "/virtual/pci/0");
  EXPECT_EQ((*devices)[2]->path, "/virtual/usb/1");
  EXPECT_TRUE(ParseVirtualDevices("none")->empty());
  EXPECT_TRUE(ParseVirtualDevices("")->empty());
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
  EXPECT_EQ(chosen(":01"), 1);
  // Of 2^32, 32 bits would leave 0.
  for (const char* none : {":3", "usb:2", "pci:1", ":9", ":99999"}) {
    EXPECT_EQ(FindDevice(*devices, none).status().message(),
              std::string("there is no device '") + none + "'; there are 3");
  }
  for (const char* wrong :
       {"usb:", "usb1", ":x", ":-1", ":/", "::", "isa", ":4294967296"}) {
    EXPECT_TRUE(base::IsInvalid(FindDevice(*devices, wrong).status())) << wrong;
  }
}

// The devices of a process of its own, which gets them from the environment:
// "path target" of each.
[[noreturn]] void PrintDevices(const char* devices, const char* target) {
  const auto set = [](const char* name, const char* value) {
    value == nullptr ? unsetenv(name) : setenv(name, value, 1);
  };
  set("TFLL_EDGETPU_DEVICES", devices);
  set("TFLL_EDGETPU_TARGET", target);
  const auto first = ChooseDevice("", "tiles_4x4");
  std::fprintf(stderr, "devices:");
  for (const auto& device : VirtualDevices()) {
    std::fprintf(stderr, " %s %s", device->path.c_str(),
                 device->target.name.c_str());
  }
  std::fprintf(stderr, "; the first one: %s.\n",
               !first.ok()         ? "error"
               : *first == nullptr ? "none"
                                   : (*first)->path.c_str());
  std::exit(0);
}

TEST(EdgeTpuDevicesDeathTest, AreThoseOfTheEnvironment) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto prints = ::testing::ExitedWithCode(0);
  EXPECT_EXIT(PrintDevices(nullptr, nullptr), prints,
              "devices: /virtual/usb/0 tiles_4x4; the first one: "
              "/virtual/usb/0\\.");
  EXPECT_EXIT(
      PrintDevices("pci,pci", "plain_64x64_input_stationary"), prints,
      "devices: /virtual/pci/0 plain_64x64_input_stationary /virtual/pci/1 "
      "plain_64x64_input_stationary; the first one: /virtual/pci/0\\.");
  EXPECT_EXIT(PrintDevices("none", nullptr), prints,
              "devices:; the first one: none\\.");
  EXPECT_EXIT(PrintDevices("isa", nullptr), prints,
              "TFLL_EDGETPU_DEVICES: 'isa' is neither usb nor pci\n(.*\n)*"
              "devices:; the first one: none\\.");
  EXPECT_EXIT(PrintDevices("usb", "nothing"), prints,
              "TFLL_EDGETPU_TARGET: target 'nothing' is no file.*\n(.*\n)*"
              "devices:; the first one: none\\.");
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

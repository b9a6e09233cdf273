// Two virtual devices: TFLL_EDGETPU_DEVICES is "usb,pci".
#include <atomic>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "delegates/edgetpu/api/edgetpu.h"
#include "delegates/edgetpu/api/edgetpu_c.h"
#include "delegates/edgetpu/devices.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "kernels/register/register.h"
#include "tensorflow_lite_lite/base/captured_log.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/core/interpreter_builder.h"
#include "tensorflow_lite_lite/core/model.h"
#include "tools/edgetpu_compiler/compile_model.h"

namespace edgetpu {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;
using tflite::FlatBufferModel;
using tflite::Interpreter;

EdgeTpuManager& TheManager() { return *EdgeTpuManager::GetSingleton(); }

// How many there are that keep each of the devices.
std::vector<int64_t> UsesOfDevices() {
  std::vector<int64_t> uses;
  for (const auto& device : tflite::edgetpu::VirtualDevices()) {
    uses.push_back(device.use_count());
  }
  return uses;
}

// The warnings and errors that are logged by `call`.
template <typename Call>
std::vector<std::string> ComplaintsOf(const Call& call) {
  const tflite::base::CapturedLog log;
  call();
  return log.From(tflite::base::LogLevel::kWarning);
}

TEST(Manager, ListsDevices) {
  const auto records = TheManager().EnumerateEdgeTpu();
  ASSERT_EQ(records.size(), 2u);
  EXPECT_EQ(records[0].type, DeviceType::kApexUsb);
  EXPECT_EQ(records[1].type, DeviceType::kApexPci);
  EXPECT_NE(records[0].path, records[1].path);
  const auto again = TheManager().EnumerateEdgeTpu();
  EXPECT_TRUE(again[0] == records[0] && again[0] != records[1]);
  EXPECT_FALSE(again[0] == records[1] || again[0] != records[0]);
}

TEST(Manager, OpensADeviceExclusivelyOrShared) {
  auto first = TheManager().NewEdgeTpuContext(DeviceType::kApexUsb);
  ASSERT_NE(first, nullptr);
  EXPECT_TRUE(first->IsReady());
  EXPECT_EQ(first->type, kTfLiteEdgeTpuContext);
  EXPECT_EQ(first->Refresh, nullptr);
  EXPECT_EQ(TheManager().NewEdgeTpuContext(DeviceType::kApexUsb), nullptr);
  EXPECT_EQ(TheManager().OpenDevice(DeviceType::kApexUsb), nullptr);
  const auto shared = TheManager().OpenDevice();
  ASSERT_NE(shared, nullptr);
  EXPECT_EQ(shared->GetDeviceEnumRecord().type, DeviceType::kApexPci);
  EXPECT_EQ(TheManager().OpenDevice(DeviceType::kApexPci), shared);
  EXPECT_EQ(TheManager().GetOpenedDevices().size(), 1u);
  EXPECT_EQ(TheManager().NewEdgeTpuContext(), nullptr);
  first.reset();
  EXPECT_NE(TheManager().NewEdgeTpuContext(), nullptr);
}

TEST(Manager, ThreadsThatOpenADeviceShareIt) {
  for (int round = 0; round < 200; ++round) {
    std::vector<std::shared_ptr<EdgeTpuContext>> contexts(4);
    std::vector<std::thread> threads;
    for (auto& context : contexts) {
      threads.emplace_back([&context] {
        context = TheManager().OpenDevice(DeviceType::kApexUsb);
      });
    }
    for (std::thread& thread : threads) thread.join();
    for (const auto& context : contexts) {
      ASSERT_NE(context, nullptr) << round;
      EXPECT_EQ(context, contexts[0]);
    }
  }
  // All are closed.
  EXPECT_TRUE(TheManager().GetOpenedDevices().empty());
  EXPECT_NE(TheManager().NewEdgeTpuContext(DeviceType::kApexUsb), nullptr);
}

TEST(Manager, ThreadsOpenAndCloseADeviceAgainAndAgain) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([] {
      for (int i = 0; i < 2000; ++i) {
        ASSERT_NE(TheManager().OpenDevice(DeviceType::kApexUsb), nullptr) << i;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(TheManager().GetOpenedDevices().empty());
}

TEST(Manager, ChecksOptions) {
  const std::string path = TheManager().EnumerateEdgeTpu()[0].path;
  EXPECT_NE(TheManager().NewEdgeTpuContext(DeviceType::kApexUsb, path,
                                           {{"Performance", "Low"}}),
            nullptr);
  EXPECT_EQ(TheManager().NewEdgeTpuContext(DeviceType::kApexUsb, path,
                                           {{"Performance", "Most"}}),
            nullptr);
  EXPECT_EQ(TheManager().NewEdgeTpuContext(DeviceType::kApexUsb, "nowhere"),
            nullptr);
  EXPECT_EQ(TheManager().NewEdgeTpuContext(DeviceType::kApexPci, path),
            nullptr);
  const auto takes = [&](const std::string& name, const std::string& value) {
    return TheManager().NewEdgeTpuContext(DeviceType::kApexUsb, path,
                                          {{name, value}}) != nullptr;
  };
  for (const char* level : {"Low", "Medium", "High", "Max"}) {
    EXPECT_TRUE(takes("Performance", level)) << level;
  }
  for (const char* flag : {"True", "False"}) {
    EXPECT_TRUE(takes("Usb.AlwaysDfu", flag)) << flag;
  }
  EXPECT_FALSE(takes("Usb.AlwaysDfu", "Max"));
  EXPECT_TRUE(takes("Usb.MaxBulkInQueueLength", "0123456789"));
  for (const char* length : {"", "3x", "-1", "True"}) {
    EXPECT_FALSE(takes("Usb.MaxBulkInQueueLength", length)) << length;
  }
  EXPECT_FALSE(takes("Usb.Speed", "1"));
  EXPECT_THAT(ComplaintsOf([&] { takes("Performance", "Max"); }), IsEmpty());
  EXPECT_THAT(
      ComplaintsOf([&] { takes("Usb.Speed", "1"); }),
      ElementsAre("Edge TPU: 'Usb.Speed' = '1' is no option of a device"));
}

// An open device keeps its options.
TEST(Manager, SharesADeviceOfTheSameOptions) {
  const std::string path = TheManager().EnumerateEdgeTpu()[0].path;
  const EdgeTpuManager::DeviceOptions low = {{"Performance", "Low"}};
  const auto open = [&](const EdgeTpuManager::DeviceOptions& options) {
    return TheManager().OpenDevice(DeviceType::kApexUsb, path, options);
  };
  const auto context = open(low);
  ASSERT_NE(context, nullptr);
  EXPECT_EQ(context->GetDeviceOptions(), low);
  EXPECT_EQ(context->GetDeviceEnumRecord().path, path);
  EXPECT_EQ(open(low), context);
  EXPECT_EQ(open({{"Performance", "High"}}), nullptr);
  EXPECT_EQ(TheManager().OpenDevice(DeviceType::kApexUsb, path), nullptr);
  EXPECT_EQ(TheManager().OpenDevice(DeviceType::kApexUsb, "nowhere"), nullptr);
  EXPECT_EQ(TheManager().GetOpenedDevices().size(), 1u);
}

TEST(Manager, HasLevelsOfVerbosity) {
  for (const int level : {0, 10}) {
    EXPECT_EQ(TheManager().SetVerbosity(level), kTfLiteOk) << level;
  }
  for (const int level : {-1, 11}) {
    EXPECT_EQ(TheManager().SetVerbosity(level), kTfLiteError) << level;
  }
}

std::string CompiledDigits() {
  const auto source = FlatBufferModel::VerifyAndBuildFromFile(
      "examples/digits/digits_int8.tflite");
  EXPECT_NE(source, nullptr);
  auto compiled = tflite::edgetpu_compiler::CompileModel(*source, {});
  EXPECT_TRUE(compiled.ok()) << compiled.status();
  return compiled->file;
}

// With a device if not null. Returns null on failure.
std::unique_ptr<Interpreter> Allocated(const FlatBufferModel& model,
                                       EdgeTpuContext* context,
                                       TfLiteDelegate* delegate) {
  tflite::ops::builtin::BuiltinOpResolverWithoutDefaultDelegates resolver;
  if (delegate == nullptr) resolver.AddCustom(kCustomOp, RegisterCustomOp());
  std::unique_ptr<Interpreter> interpreter;
  tflite::InterpreterBuilder(model, resolver)(&interpreter);
  if (interpreter == nullptr) return nullptr;
  if (context != nullptr) {
    interpreter->SetExternalContext(kTfLiteEdgeTpuContext, context);
  }
  if (delegate != nullptr &&
      interpreter->ModifyGraphWithDelegate(delegate) != kTfLiteOk) {
    return nullptr;
  }
  if (interpreter->AllocateTensors() != kTfLiteOk) return nullptr;
  return interpreter;
}

// The output for an input of increasing bytes.
std::vector<char> Output(const FlatBufferModel& model, EdgeTpuContext* context,
                         TfLiteDelegate* delegate) {
  const auto interpreter = Allocated(model, context, delegate);
  if (interpreter == nullptr) return {};
  TfLiteTensor* in = interpreter->input_tensor(0);
  for (size_t i = 0; i < in->bytes; ++i) {
    in->data.raw[i] = static_cast<char>(i % 64);
  }
  if (interpreter->Invoke() != kTfLiteOk) return {};
  const TfLiteTensor* out = interpreter->output_tensor(0);
  return std::vector<char>(out->data.raw, out->data.raw + out->bytes);
}

TEST(CustomOp, IsRegisteredUnderItsName) {
  const TfLiteRegistration* op = RegisterCustomOp();
  EXPECT_STREQ(op->custom_name, "edgetpu-custom-op");
  EXPECT_EQ(op->version, 1);
}

TEST(CustomOp, RunsOnADeviceAndWithoutOne) {
  const std::string file = CompiledDigits();
  const auto model =
      FlatBufferModel::VerifyAndBuildFromBuffer(file.data(), file.size());
  ASSERT_NE(model, nullptr);
  const auto source = FlatBufferModel::VerifyAndBuildFromFile(
      "examples/digits/digits_int8.tflite");
  const std::vector<char> expected = Output(*source, nullptr, nullptr);
  ASSERT_FALSE(expected.empty());
  const auto context = TheManager().OpenDevice();
  ASSERT_NE(context, nullptr);
  EXPECT_EQ(Output(*model, context.get(), nullptr), expected);
  EXPECT_EQ(Output(*model, nullptr, nullptr), expected);
}

// What the operator reports.
std::string reported;
void NoteReport(TfLiteContext*, const char* format, ...) {
  char line[256];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(line, sizeof(line), format, arguments);
  va_end(arguments);
  reported = line;
}

TEST(CustomOp, RefusesWhatIsNoExecutable) {
  TfLiteContext context = {};
  context.ReportError = NoteReport;
  const TfLiteRegistration& op = *RegisterCustomOp();
  TfLiteNode node = {};
  node.inputs = node.outputs = TfLiteIntArrayCreate(0);
  node.user_data = op.init(&context, "abc", 3);
  EXPECT_EQ(op.prepare(&context, &node), kTfLiteError);
  EXPECT_EQ(reported, std::string(kCustomOp) +
                          ": it is not an executable of edgetpu_compiler");
  EXPECT_EQ(op.invoke(&context, &node), kTfLiteError);
  EXPECT_EQ(reported, std::string(kCustomOp) + ": not prepared");
  op.free(&context, node.user_data);
  TfLiteIntArrayFree(node.inputs);
}

TEST(CustomOp, SaysWhyTheOriginalNodesRun) {
  const std::string file = CompiledDigits();
  const auto model =
      FlatBufferModel::VerifyAndBuildFromBuffer(file.data(), file.size());
  ASSERT_NE(model, nullptr);
  const auto device = TheManager().OpenDevice();
  EXPECT_THAT(ComplaintsOf([&] { Allocated(*model, device.get(), nullptr); }),
              IsEmpty());
  EXPECT_THAT(
      ComplaintsOf([&] { Allocated(*model, nullptr, nullptr); }),
      AllOf(Not(IsEmpty()), Each("edgetpu-custom-op: the original nodes run on "
                                 "the CPU: there is no device")));
}

TEST(CustomOp, KeepsItsDeviceUntilTheInterpreterEnds) {
  const std::string file = CompiledDigits();
  const auto model =
      FlatBufferModel::VerifyAndBuildFromBuffer(file.data(), file.size());
  ASSERT_NE(model, nullptr);
  const auto context = TheManager().OpenDevice(DeviceType::kApexPci);
  const std::vector<int64_t> before = UsesOfDevices();
  {
    const auto interpreter = Allocated(*model, context.get(), nullptr);
    ASSERT_NE(interpreter, nullptr);
    EXPECT_EQ(UsesOfDevices()[0], before[0]);
    EXPECT_GT(UsesOfDevices()[1], before[1]);
  }
  EXPECT_EQ(UsesOfDevices(), before);
}

TEST(CustomOp, RefusesTensorsWithoutMemory) {
  const std::string file = CompiledDigits();
  const auto model =
      FlatBufferModel::VerifyAndBuildFromBuffer(file.data(), file.size());
  ASSERT_NE(model, nullptr);
  const auto device = TheManager().OpenDevice();
  for (EdgeTpuContext* context :
       {device.get(), static_cast<EdgeTpuContext*>(nullptr)}) {
    const auto interpreter = Allocated(*model, context, nullptr);
    ASSERT_NE(interpreter, nullptr);
    for (TfLiteTensor* t :
         {interpreter->input_tensor(0), interpreter->output_tensor(0)}) {
      char* const memory = std::exchange(t->data.raw, nullptr);
      EXPECT_EQ(interpreter->Invoke(), kTfLiteError) << t->name;
      t->data.raw = memory;
      EXPECT_EQ(interpreter->Invoke(), kTfLiteOk) << t->name;
    }
  }
}

// Threads with interpreters of their own, whose programs push each other out of
// the parameter store, while contexts of the device come and go.
TEST(CustomOp, ThreadsShareADeviceThatOthersOpenAndClose) {
  const std::string file = CompiledDigits();
  const auto compiled =
      FlatBufferModel::VerifyAndBuildFromBuffer(file.data(), file.size());
  const auto source = FlatBufferModel::VerifyAndBuildFromFile(
      "examples/digits/digits_int8.tflite");
  ASSERT_NE(compiled, nullptr);
  ASSERT_NE(source, nullptr);
  const std::vector<char> expected = Output(*source, nullptr, nullptr);
  std::atomic<int> right{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 20; ++i) {
        if (t % 2 == 0) {
          const auto context = TheManager().OpenDevice(DeviceType::kApexUsb);
          right += Output(*compiled, context.get(), nullptr) == expected;
          continue;
        }
        TfLiteDelegate* delegate =
            edgetpu_create_delegate(EDGETPU_APEX_USB, nullptr, nullptr, 0);
        right += Output(*(i % 2 == 0 ? compiled : source), nullptr, delegate) ==
                 expected;
        edgetpu_free_delegate(delegate);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, 80);
  EXPECT_TRUE(TheManager().GetOpenedDevices().empty());
}

TEST(CApi, CreatesDelegatesOnDevices) {
  size_t count = 0;
  edgetpu_device* devices = edgetpu_list_devices(&count);
  ASSERT_EQ(count, 2u);
  EXPECT_EQ(devices[0].type, EDGETPU_APEX_USB);
  EXPECT_STREQ(devices[0].path, "/virtual/usb/0");
  EXPECT_EQ(devices[1].type, EDGETPU_APEX_PCI);
  EXPECT_STREQ(devices[1].path, "/virtual/pci/0");
  edgetpu_device* const uncounted = edgetpu_list_devices(nullptr);
  EXPECT_NE(uncounted, nullptr);
  edgetpu_free_devices(uncounted);
  const std::string file = CompiledDigits();
  const auto model =
      FlatBufferModel::VerifyAndBuildFromBuffer(file.data(), file.size());
  ASSERT_NE(model, nullptr);
  for (size_t i = 0; i < count; ++i) {
    TfLiteDelegate* delegate =
        edgetpu_create_delegate(devices[i].type, devices[i].path, nullptr, 0);
    ASSERT_NE(delegate, nullptr);
    EXPECT_FALSE(Output(*model, nullptr, delegate).empty());
    edgetpu_free_delegate(delegate);
  }
  edgetpu_free_devices(devices);
  const edgetpu_option unknown = {"Speed", "Most"};
  EXPECT_EQ(edgetpu_create_delegate(EDGETPU_APEX_USB, nullptr, &unknown, 1),
            nullptr);
  EXPECT_THAT(ComplaintsOf([] {
                EXPECT_EQ(edgetpu_create_delegate(EDGETPU_APEX_USB, "nowhere",
                                                  nullptr, 0),
                          nullptr);
              }),
              ElementsAre("Edge TPU: there is no device 'nowhere' of type 1"));
  for (const edgetpu_option& half :
       {edgetpu_option{nullptr, "Max"}, {"Performance", nullptr}}) {
    EXPECT_EQ(edgetpu_create_delegate(EDGETPU_APEX_USB, nullptr, &half, 1),
              nullptr);
  }
  const edgetpu_option known = {"Performance", "Max"};
  TfLiteDelegate* delegate =
      edgetpu_create_delegate(EDGETPU_APEX_PCI, nullptr, &known, 1);
  EXPECT_NE(delegate, nullptr);
  edgetpu_free_delegate(delegate);
  EXPECT_GT(std::strlen(edgetpu_version()), 0u);
}

TEST(CApi, DelegatesKeepTheirDeviceUntilTheyAreFreed) {
  const std::vector<int64_t> before = UsesOfDevices();
  TfLiteDelegate* delegate =
      edgetpu_create_delegate(EDGETPU_APEX_PCI, nullptr, nullptr, 0);
  ASSERT_NE(delegate, nullptr);
  EXPECT_EQ(UsesOfDevices()[0], before[0]);
  EXPECT_GT(UsesOfDevices()[1], before[1]);
  edgetpu_free_delegate(delegate);
  EXPECT_EQ(UsesOfDevices(), before);
}

}  // namespace
}  // namespace edgetpu

#include "delegates/edgetpu/api/edgetpu.h"

#include <algorithm>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <utility>

#include "absl/types/span.h"
#include "delegates/edgetpu/api/device_options.h"
#include "delegates/edgetpu/compiled_node.h"
#include "delegates/edgetpu/devices.h"
#include "delegates/edgetpu/executable/executable.h"
#include "tensorflow_lite_lite/base/log.h"

namespace edgetpu {
namespace {

using tflite::edgetpu::VirtualDevice;
using tflite::edgetpu::VirtualDevices;
using Device = std::shared_ptr<VirtualDevice>;
using Options = EdgeTpuManager::DeviceOptions;
using Record = EdgeTpuManager::DeviceEnumerationRecord;

Record RecordOf(const VirtualDevice& device) {
  return {device.bus == tflite::edgetpu::DeviceBus::kPci ? DeviceType::kApexPci
                                                         : DeviceType::kApexUsb,
          device.path};
}

// Which devices have a context, exclusive or shared.
class UsedDevices {
 public:
  bool Take(const Device& device) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (std::find(used_.begin(), used_.end(), device) != used_.end()) {
      return false;
    }
    used_.push_back(device);
    return true;
  }
  void Return(const Device& device) {
    const std::lock_guard<std::mutex> lock(mutex_);
    used_.erase(std::remove(used_.begin(), used_.end(), device), used_.end());
  }
  static UsedDevices& Get() {
    static auto* used = new UsedDevices();
    return *used;
  }

 private:
  std::mutex mutex_;
  std::vector<Device> used_;
};

class DeviceContext final : public EdgeTpuContext {
 public:
  // The device has been taken.
  DeviceContext(Device taken, Options options)
      : device_(std::move(taken)),
        record_(RecordOf(*device_)),
        options_(std::move(options)) {
    type = kTfLiteEdgeTpuContext;
    Refresh = nullptr;
  }
  ~DeviceContext() override { UsedDevices::Get().Return(device_); }

  const Record& GetDeviceEnumRecord() const override { return record_; }
  Options GetDeviceOptions() const override { return options_; }
  bool IsReady() const override { return true; }
  const Device& device() const { return device_; }

 private:
  const Device device_;
  const Record record_;
  const Options options_;
};

class Manager final : public EdgeTpuManager {
 public:
  std::unique_ptr<EdgeTpuContext> NewEdgeTpuContext() override {
    return New(nullptr, nullptr, {});
  }
  std::unique_ptr<EdgeTpuContext> NewEdgeTpuContext(DeviceType type) override {
    return New(&type, nullptr, {});
  }
  std::unique_ptr<EdgeTpuContext> NewEdgeTpuContext(
      DeviceType type, const std::string& path) override {
    return New(&type, &path, {});
  }
  std::unique_ptr<EdgeTpuContext> NewEdgeTpuContext(
      DeviceType type, const std::string& path,
      const DeviceOptions& options) override {
    return New(&type, &path, options);
  }

  std::vector<DeviceEnumerationRecord> EnumerateEdgeTpu() const override {
    std::vector<DeviceEnumerationRecord> records;
    for (const Device& device : VirtualDevices()) {
      records.push_back(RecordOf(*device));
    }
    return records;
  }

  std::shared_ptr<EdgeTpuContext> OpenDevice() override {
    return Open(nullptr, nullptr, {});
  }
  std::shared_ptr<EdgeTpuContext> OpenDevice(DeviceType type) override {
    return Open(&type, nullptr, {});
  }
  std::shared_ptr<EdgeTpuContext> OpenDevice(DeviceType type,
                                             const std::string& path) override {
    return Open(&type, &path, {});
  }
  std::shared_ptr<EdgeTpuContext> OpenDevice(
      DeviceType type, const std::string& path,
      const DeviceOptions& options) override {
    return Open(&type, &path, options);
  }

  std::vector<std::shared_ptr<EdgeTpuContext>> GetOpenedDevices()
      const override {
    const std::lock_guard<std::mutex> lock(mutex_);
    return Opened();
  }

  TfLiteStatus SetVerbosity(int verbosity) override {
    return verbosity >= 0 && verbosity <= 10 ? kTfLiteOk : kTfLiteError;
  }
  std::string Version() const override {
    return tflite::edgetpu::kCompilerVersion;
  }

 private:
  static bool Fits(const Record& record, const DeviceType* type,
                   const std::string* path) {
    return (type == nullptr || record.type == *type) &&
           (path == nullptr || record.path == *path);
  }

  static std::unique_ptr<EdgeTpuContext> New(const DeviceType* type,
                                             const std::string* path,
                                             const DeviceOptions& options) {
    if (!AreDeviceOptions(options)) return nullptr;
    for (const Device& device : VirtualDevices()) {
      if (Fits(RecordOf(*device), type, path) &&
          UsedDevices::Get().Take(device)) {
        return std::make_unique<DeviceContext>(device, options);
      }
    }
    return nullptr;
  }

  std::shared_ptr<EdgeTpuContext> Open(const DeviceType* type,
                                       const std::string* path,
                                       const DeviceOptions& options) {
    // Released after the lock, which the last reference to a context takes.
    std::vector<std::shared_ptr<EdgeTpuContext>> opened;
    // Until the end: of two threads that open a device, one opens it.
    std::unique_lock<std::mutex> lock(mutex_);
    for (;;) {
      opened = Opened();
      for (auto& context : opened) {
        if (!Fits(context->GetDeviceEnumRecord(), type, path)) continue;
        return context->GetDeviceOptions() == options ? context : nullptr;
      }
      std::unique_ptr<EdgeTpuContext> made = New(type, path, options);
      if (made != nullptr) {
        const std::shared_ptr<EdgeTpuContext> context(
            made.release(), [this](EdgeTpuContext* c) { Close(c); });
        opened_.push_back(context);
        return context;
      }
      // Another thread may be about to return the device.
      if (opened.size() == opened_.size()) return nullptr;
      closed_.wait(lock);
    }
  }

  // Entries of opened_ that have expired are as many as contexts that are being
  // closed.
  void Close(EdgeTpuContext* context) {
    delete context;
    const std::lock_guard<std::mutex> lock(mutex_);
    opened_.erase(
        std::find_if(opened_.begin(), opened_.end(),
                     [](const auto& weak) { return weak.expired(); }));
    closed_.notify_all();
  }

  std::vector<std::shared_ptr<EdgeTpuContext>> Opened() const {
    std::vector<std::shared_ptr<EdgeTpuContext>> opened;
    for (const auto& weak : opened_) {
      if (auto context = weak.lock()) opened.push_back(std::move(context));
    }
    return opened;
  }

  mutable std::mutex mutex_;
  std::condition_variable closed_;
  std::vector<std::weak_ptr<EdgeTpuContext>> opened_;
};

// --- The operator ---

using tflite::base::Status;
using tflite::edgetpu::CompiledNode;
using tflite::edgetpu::Executable;

struct NodeState {
  Status status;
  Executable executable;
  std::unique_ptr<CompiledNode> node;
};

TfLiteStatus Report(TfLiteContext* context, const Status& status) {
  if (status.ok()) return kTfLiteOk;
  context->ReportError(context, "%s: %s", kCustomOp,
                       std::string(status.message()).c_str());
  return kTfLiteError;
}

void* Init(TfLiteContext*, const char* buffer, size_t length) {
  auto state = std::make_unique<NodeState>();
  auto executable = tflite::edgetpu::ParseExecutable(
      {reinterpret_cast<const uint8_t*>(buffer), length});
  state->status = executable.status();
  if (executable.ok()) state->executable = *std::move(executable);
  return state.release();
}

void Free(TfLiteContext*, void* state) {
  delete static_cast<NodeState*>(state);
}

Device DeviceOf(TfLiteContext* context) {
  if (context->GetExternalContext == nullptr) return nullptr;
  TfLiteExternalContext* external =
      context->GetExternalContext(context, kTfLiteEdgeTpuContext);
  if (external == nullptr) return nullptr;
  return static_cast<DeviceContext*>(external)->device();
}

absl::Span<const int> IndicesOf(const TfLiteIntArray* tensors) {
  return {tensors->data, static_cast<size_t>(tensors->size)};
}

Status PrepareNode(TfLiteContext* context, TfLiteNode* node) {
  auto& state = *static_cast<NodeState*>(node->user_data);
  TFLL_RETURN_IF_ERROR(state.status);
  TFLL_ASSIGN_OR_RETURN(
      state.node, CompiledNode::Create(state.executable, DeviceOf(context)));
  if (!state.node->cpu_reason().empty()) {
    tflite::base::Log(tflite::base::LogLevel::kWarning,
                      "%s: the original nodes run on the CPU: %s", kCustomOp,
                      state.node->cpu_reason().c_str());
  }
  return state.node->Prepare(context, IndicesOf(node->inputs),
                             IndicesOf(node->outputs));
}

TfLiteStatus Prepare(TfLiteContext* context, TfLiteNode* node) {
  return Report(context, PrepareNode(context, node));
}

TfLiteStatus Invoke(TfLiteContext* context, TfLiteNode* node) {
  auto& state = *static_cast<NodeState*>(node->user_data);
  tflite::edgetpu::HostInputs inputs;
  for (int i = 0; i < node->inputs->size; ++i) {
    const TfLiteTensor& t = context->tensors[node->inputs->data[i]];
    inputs.emplace_back(static_cast<const uint8_t*>(t.data.data), t.bytes);
  }
  tflite::edgetpu::HostOutputs outputs;
  for (int i = 0; i < node->outputs->size; ++i) {
    TfLiteTensor& t = context->tensors[node->outputs->data[i]];
    outputs.emplace_back(static_cast<uint8_t*>(t.data.data), t.bytes);
  }
  if (state.node == nullptr) {
    return Report(context, tflite::base::Internal("not prepared"));
  }
  return Report(context,
                state.node->Run(std::move(inputs), std::move(outputs)));
}

}  // namespace

EdgeTpuManager* EdgeTpuManager::GetSingleton() {
  static auto* manager = new Manager();
  return manager;
}

TfLiteRegistration* RegisterCustomOp() {
  static auto* registration = [] {
    auto* r = new TfLiteRegistration();
    r->init = Init;
    r->free = Free;
    r->prepare = Prepare;
    r->invoke = Invoke;
    r->custom_name = kCustomOp;
    r->version = 1;
    return r;
  }();
  return registration;
}

}  // namespace edgetpu

#include "tensorflow_lite_lite/delegate/serialization.h"

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>

namespace tflite {
namespace delegates {
namespace {

// FNV-1a.
constexpr uint64_t kBasis = 14695981039346656037u;
constexpr uint64_t kPrime = 1099511628211u;

class Fingerprint {
 public:
  void Add(const void* data, size_t bytes) {
    const auto* byte = static_cast<const uint8_t*>(data);
    for (size_t i = 0; i < bytes; ++i) hash_ = (hash_ ^ byte[i]) * kPrime;
  }
  void Add(int64_t value) { Add(&value, sizeof(value)); }
  // With its length, so that concatenated strings or numbers are unambiguous.
  void Add(const std::string& text) {
    Add(static_cast<int64_t>(text.size()));
    Add(text.data(), text.size());
  }
  void Add(const TfLiteIntArray* array) {
    Add(static_cast<int64_t>(array == nullptr ? -1 : array->size));
    for (int i = 0; array != nullptr && i < array->size; ++i) {
      Add(static_cast<int64_t>(array->data[i]));
    }
  }
  uint64_t value() const { return hash_; }

 private:
  uint64_t hash_ = kBasis;
};

void AddGraph(TfLiteContext* context, Fingerprint* print) {
  TfLiteIntArray* plan = nullptr;
  if (context->GetExecutionPlan != nullptr &&
      context->GetExecutionPlan(context, &plan) == kTfLiteOk) {
    print->Add(plan);
  }
  print->Add(static_cast<int64_t>(context->tensors_size));
  for (size_t i = 0; i < context->tensors_size; ++i) {
    const TfLiteTensor& tensor = context->tensors[i];
    print->Add(static_cast<int64_t>(tensor.type));
    print->Add(static_cast<int64_t>(tensor.allocation_type == kTfLiteMmapRo));
    print->Add(tensor.dims);
  }
}

void Report(TfLiteContext* context, const char* what, const std::string& path) {
  if (context == nullptr || context->ReportError == nullptr) return;
  context->ReportError(context, "Cannot %s %s: %s", what, path.c_str(),
                       std::strerror(errno));
}

// A name that no other writer uses.
std::string TemporaryName(const std::string& path) {
  static std::atomic<int> count{0};
  return path + "." + std::to_string(getpid()) + "." +
         std::to_string(count.fetch_add(1));
}

std::string NodesKey(const std::string& delegate_id) {
  return delegate_id + ".nodes";
}

}  // namespace

uint64_t StrFingerprint(const void* data, const size_t num_bytes) {
  Fingerprint print;
  print.Add(data, num_bytes);
  return print.value();
}

SerializationEntry::SerializationEntry(const std::string& cache_dir,
                                       const std::string& model_token,
                                       uint64_t fingerprint)
    : fingerprint_(fingerprint) {
  char name[2 * 16 + 8];
  std::snprintf(name, sizeof(name), "%016llx_%016llx.bin",
                static_cast<unsigned long long>(
                    StrFingerprint(model_token.data(), model_token.size())),
                static_cast<unsigned long long>(fingerprint));
  path_ = cache_dir + "/" + name;
}

TfLiteStatus SerializationEntry::SetData(TfLiteContext* context,
                                         const char* data,
                                         const size_t size) const {
  const std::string written = TemporaryName(path_);
  std::ofstream file(written, std::ios::binary | std::ios::trunc);
  file.write(data, static_cast<std::streamsize>(size));
  file.close();
  if (!file || std::rename(written.c_str(), path_.c_str()) != 0) {
    Report(context, "write", path_);
    std::remove(written.c_str());
    return kTfLiteDelegateDataWriteError;
  }
  return kTfLiteOk;
}

TfLiteStatus SerializationEntry::GetData(TfLiteContext* context,
                                         std::string* data) const {
  data->clear();
  errno = 0;
  std::ifstream file(path_, std::ios::binary);
  if (!file) {
    if (errno == ENOENT) return kTfLiteDelegateDataNotFound;
    Report(context, "read", path_);
    return kTfLiteDelegateDataReadError;
  }
  // Unlike an iterator of the stream, read() never throws.
  char block[4096];
  do {
    file.read(block, sizeof(block));
    data->append(block, static_cast<size_t>(file.gcount()));
  } while (file);
  if (file.bad()) {
    Report(context, "read", path_);
    data->clear();
    return kTfLiteDelegateDataReadError;
  }
  return kTfLiteOk;
}

SerializationEntry Serialization::GetEntryImpl(
    const std::string& custom_key, TfLiteContext* context,
    const TfLiteDelegateParams* partition) const {
  Fingerprint print;
  print.Add(model_token_);
  print.Add(custom_key);
  if (context != nullptr) AddGraph(context, &print);
  if (partition != nullptr) {
    print.Add(partition->nodes_to_replace);
    print.Add(partition->input_tensors);
    print.Add(partition->output_tensors);
  }
  return SerializationEntry(cache_dir_, model_token_, print.value());
}

TfLiteStatus SaveDelegatedNodes(TfLiteContext* context,
                                Serialization* serialization,
                                const std::string& delegate_id,
                                const TfLiteIntArray* node_ids) {
  if (node_ids == nullptr) return kTfLiteError;
  const SerializationEntry entry =
      serialization->GetEntryForDelegate(NodesKey(delegate_id), context);
  return entry.SetData(context, reinterpret_cast<const char*>(node_ids->data),
                       node_ids->size * sizeof(int));
}

TfLiteStatus GetDelegatedNodes(TfLiteContext* context,
                               Serialization* serialization,
                               const std::string& delegate_id,
                               TfLiteIntArray** node_ids) {
  if (node_ids == nullptr) return kTfLiteError;
  const SerializationEntry entry =
      serialization->GetEntryForDelegate(NodesKey(delegate_id), context);
  std::string data;
  const TfLiteStatus status = entry.GetData(context, &data);
  if (status != kTfLiteOk) return status;
  if (data.size() % sizeof(int) != 0) return kTfLiteDelegateDataReadError;
  *node_ids = TfLiteIntArrayCreate(static_cast<int>(data.size() / sizeof(int)));
  std::memcpy((*node_ids)->data, data.data(), data.size());
  return kTfLiteOk;
}

}  // namespace delegates
}  // namespace tflite

#include "tensorflow_lite_lite/schema/model_opening.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>
#include <string_view>
#include <utility>

#include "tensorflow_lite_lite/schema/flatbuffer_access.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"

namespace tflite::schema {
namespace {

// The size of the format's widest scalar.
constexpr size_t kAlignment = 8;
constexpr size_t kIdentifierOffset = sizeof(flatbuffers::uoffset_t);
constexpr size_t kIdentifierLength = flatbuffers::kFileIdentifierLength;

void Report(const Status& status, ErrorReporter* error_reporter) {
  const auto message = status.message();
  error_reporter->Report("%.*s", static_cast<int>(message.size()),
                         message.data());
}

// A copy of a file at an address aligned for scalars.
class AlignedCopy : public Allocation {
 public:
  AlignedCopy(const Allocation& source, ErrorReporter* error_reporter)
      : Allocation(error_reporter, Type::kMemory),
        words_(new (std::nothrow)
                   uint64_t[source.bytes() / sizeof(uint64_t) + 1]),
        size_(words_ != nullptr ? source.bytes() : 0) {
    if (words_ != nullptr) std::memcpy(words_.get(), source.base(), size_);
  }
  const void* base() const override { return words_.get(); }
  size_t bytes() const override { return size_; }
  bool valid() const override { return words_ != nullptr; }

 private:
  std::unique_ptr<uint64_t[]> words_;
  size_t size_;
};

bool IsAligned(const void* p) {
  return reinterpret_cast<uintptr_t>(p) % kAlignment == 0;
}

bool AskVerifier(absl::Span<const uint8_t> file, TfLiteVerifier* verifier,
                 ErrorReporter* error_reporter) {
  const size_t largest = std::numeric_limits<int>::max();
  return verifier->Verify(reinterpret_cast<const char*>(file.data()),
                          static_cast<int>(std::min(file.size(), largest)),
                          error_reporter);
}

}  // namespace

const Model* OpenModel(std::unique_ptr<Allocation>* allocation, bool full,
                       TfLiteVerifier* extra_verifier,
                       ErrorReporter* error_reporter) {
  if (*allocation != nullptr && (*allocation)->valid() &&
      !IsAligned((*allocation)->base())) {
    *allocation = std::make_unique<AlignedCopy>(**allocation, error_reporter);
  }
  if (*allocation == nullptr || !(*allocation)->valid()) {
    error_reporter->Report("The model allocation is null/empty");
    return nullptr;
  }
  const absl::Span<const uint8_t> file = FileBytes(allocation->get());
  if (Status status = VerifyStructure(file); !status.ok()) {
    // If the identifier is wrong, its message is more helpful.
    if (full || HasModelIdentifier(file, error_reporter)) {
      Report(status, error_reporter);
    }
    return nullptr;
  }
  const Model* model = ::tflite::GetModel(file.data());
  if (!full) return model;
  if (Status status = VerifyModel({model, file}); !status.ok()) {
    Report(status, error_reporter);
    return nullptr;
  }
  if (extra_verifier != nullptr &&
      !AskVerifier(file, extra_verifier, error_reporter)) {
    return nullptr;
  }
  return model;
}

absl::Span<const uint8_t> FileBytes(const Allocation* allocation) {
  if (allocation == nullptr) return {};
  return absl::MakeConstSpan(static_cast<const uint8_t*>(allocation->base()),
                             allocation->bytes());
}

bool HasModelIdentifier(absl::Span<const uint8_t> file,
                        ErrorReporter* error_reporter) {
  if (file.size() < kIdentifierOffset + kIdentifierLength) {
    error_reporter->Report("The model is too short: %zu bytes", file.size());
    return false;
  }
  const char* identifier =
      reinterpret_cast<const char*>(file.data()) + kIdentifierOffset;
  if (std::memcmp(identifier, ModelIdentifier(), kIdentifierLength) == 0) {
    return true;
  }
  const std::string shown =
      EscapeText({identifier, kIdentifierLength}, /*keep_utf8=*/false);
  error_reporter->Report(
      "Model provided has model identifier '%s', should be '%s'", shown.c_str(),
      ModelIdentifier());
  return false;
}

void ReportBadBuffers(const ModelFile& model, ErrorReporter* error_reporter) {
  for (int64_t i = 0; i < SizeOf(model.model->buffers()); ++i) {
    const auto contents = BufferContents(model, i);
    if (!contents.ok()) Report(contents.status(), error_reporter);
  }
}

}  // namespace tflite::schema

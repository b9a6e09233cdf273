#ifndef TENSORFLOW_LITE_LITE_SCHEMA_MODEL_BUILDER_H_
#define TENSORFLOW_LITE_LITE_SCHEMA_MODEL_BUILDER_H_

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "tensorflow_lite_lite/schema/allocation.h"
#include "tensorflow_lite_lite/schema/error_reporter.h"
#include "tensorflow_lite_lite/schema/model_file.h"
#include "tensorflow_lite_lite/schema/model_metadata.h"
#include "tensorflow_lite_lite/schema/model_opening.h"
#include "tensorflow_lite_lite/schema/schema_fwd.h"
#include "tensorflow_lite_lite/schema/stderr_reporter.h"
#include "tensorflow_lite_lite/schema/verifier.h"

namespace tflite {
namespace impl {

// A model in memory or in a mapped file, read in place: constants are never
// copied. Immutable and thread-safe. Every Build function returns null after
// reporting the reason; the reporter (null: the default one) must outlive the
// model. All but BuildFromModel check every offset of the file, and the
// VerifyAndBuild functions also do what VerifyModel does; for other models an
// interpreter does that before it uses them. `T` is the class derived from this
// one.
template <typename T>
class FlatBufferModelBase {
 public:
  static std::unique_ptr<T> BuildFromFile(
      const char* filename,
      ErrorReporter* error_reporter = T::GetDefaultErrorReporter()) {
    error_reporter = ValidateErrorReporter(error_reporter);
    return BuildFromAllocation(GetAllocationFromFile(filename, error_reporter),
                               error_reporter);
  }
  static std::unique_ptr<T> VerifyAndBuildFromFile(
      const char* filename, TfLiteVerifier* extra_verifier = nullptr,
      ErrorReporter* error_reporter = T::GetDefaultErrorReporter()) {
    error_reporter = ValidateErrorReporter(error_reporter);
    return VerifyAndBuildFromAllocation(
        GetAllocationFromFile(filename, error_reporter), extra_verifier,
        error_reporter);
  }

  // The descriptor is duplicated; the caller may close it.
  static std::unique_ptr<T> BuildFromFileDescriptor(
      int fd, ErrorReporter* error_reporter = T::GetDefaultErrorReporter()) {
    error_reporter = ValidateErrorReporter(error_reporter);
    return BuildFromAllocation(GetAllocationFromFile(fd, error_reporter),
                               error_reporter);
  }
  static std::unique_ptr<T> VerifyAndBuildFromFileDescriptor(
      int fd, TfLiteVerifier* extra_verifier = nullptr,
      ErrorReporter* error_reporter = T::GetDefaultErrorReporter()) {
    error_reporter = ValidateErrorReporter(error_reporter);
    return VerifyAndBuildFromAllocation(
        GetAllocationFromFile(fd, error_reporter), extra_verifier,
        error_reporter);
  }

  // The caller keeps the buffer valid and unchanged.
  static std::unique_ptr<T> BuildFromBuffer(
      const char* buffer, size_t size,
      ErrorReporter* error_reporter = T::GetDefaultErrorReporter()) {
    error_reporter = ValidateErrorReporter(error_reporter);
    return BuildFromAllocation(
        std::make_unique<MemoryAllocation>(buffer, size, error_reporter),
        error_reporter);
  }
  static std::unique_ptr<T> VerifyAndBuildFromBuffer(
      const char* buffer, size_t size, TfLiteVerifier* extra_verifier = nullptr,
      ErrorReporter* error_reporter = T::GetDefaultErrorReporter()) {
    error_reporter = ValidateErrorReporter(error_reporter);
    return VerifyAndBuildFromAllocation(
        std::make_unique<MemoryAllocation>(buffer, size, error_reporter),
        extra_verifier, error_reporter);
  }

  static std::unique_ptr<T> BuildFromAllocation(
      std::unique_ptr<Allocation> allocation,
      ErrorReporter* error_reporter = T::GetDefaultErrorReporter()) {
    return Open(std::move(allocation), /*full=*/false, nullptr, error_reporter);
  }
  static std::unique_ptr<T> VerifyAndBuildFromAllocation(
      std::unique_ptr<Allocation> allocation,
      TfLiteVerifier* extra_verifier = nullptr,
      ErrorReporter* error_reporter = T::GetDefaultErrorReporter()) {
    return Open(std::move(allocation), /*full=*/true, extra_verifier,
                error_reporter);
  }

  // Does not check the structure of the model, which the caller keeps alive.
  // Contents outside of the flatbuffer cannot be found.
  static std::unique_ptr<T> BuildFromModel(
      const tflite::Model* model,
      ErrorReporter* error_reporter = T::GetDefaultErrorReporter()) {
    error_reporter = ValidateErrorReporter(error_reporter);
    std::unique_ptr<T> built(new T(model, error_reporter));
    if (!built->initialized()) built.reset();
    return built;
  }

  FlatBufferModelBase(const FlatBufferModelBase&) = delete;
  FlatBufferModelBase& operator=(const FlatBufferModelBase&) = delete;

  // True for every model that a Build function returned.
  bool initialized() const { return model_ != nullptr; }
  const tflite::Model* operator->() const { return model_; }
  const tflite::Model* GetModel() const { return model_; }
  ErrorReporter* error_reporter() const { return error_reporter_; }
  // Null after BuildFromModel.
  const Allocation* allocation() const { return allocation_.get(); }

  // Whether VerifyModel succeeded, so that an interpreter need not call it.
  bool verified() const { return verified_; }

  // The model with the bytes of its file, for code that reads contents.
  schema::ModelFile file() const {
    return {model_, schema::FileBytes(allocation_.get())};
  }

  // The minimum runtime version stated by the model's writer, such as "2.3.0";
  // empty if none.
  std::string GetMinimumRuntime() const {
    return schema::MinimumRuntime(file());
  }
  // Metadata by name. The static function finds no contents outside of the
  // flatbuffer.
  std::map<std::string, std::string> ReadAllMetadata() const {
    return schema::AllMetadata(file());
  }
  static std::map<std::string, std::string> ReadAllMetadata(
      const ::tflite::Model* model) {
    return schema::AllMetadata({model, {}});
  }

  // Reports every buffer that extends beyond the file.
  void ValidateModelBuffers(ErrorReporter* error_reporter) {
    schema::ReportBadBuffers(file(), ValidateErrorReporter(error_reporter));
  }
  // Whether the file has the identifier of this format; reports if it does not.
  bool CheckModelIdentifier() const {
    return schema::HasModelIdentifier(file().file, error_reporter_);
  }
  // Whether any buffer is outside of the flatbuffer.
  static bool CheckBufferOutsideModel(const tflite::Model* model) {
    return model != nullptr && schema::HasBuffersOutside(*model);
  }

 protected:
  FlatBufferModelBase(const Model* model, ErrorReporter* error_reporter)
      : model_(model), error_reporter_(ValidateErrorReporter(error_reporter)) {}

  static ErrorReporter* ValidateErrorReporter(ErrorReporter* error_reporter) {
    return error_reporter != nullptr ? error_reporter
                                     : T::GetDefaultErrorReporter();
  }

  const tflite::Model* model_ = nullptr;
  ErrorReporter* error_reporter_;
  std::unique_ptr<Allocation> allocation_;
  bool verified_ = false;

 private:
  static std::unique_ptr<T> Open(std::unique_ptr<Allocation> allocation,
                                 bool full, TfLiteVerifier* extra_verifier,
                                 ErrorReporter* error_reporter) {
    error_reporter = ValidateErrorReporter(error_reporter);
    const Model* model =
        schema::OpenModel(&allocation, full, extra_verifier, error_reporter);
    if (model == nullptr) return nullptr;
    std::unique_ptr<T> built(new T(model, error_reporter));
    built->allocation_ = std::move(allocation);
    built->verified_ = full;
    return built;
  }
};

class FlatBufferModel : public FlatBufferModelBase<FlatBufferModel> {
 public:
  using Ptr = std::unique_ptr<FlatBufferModel>;
  static ErrorReporter* GetDefaultErrorReporter() {
    return DefaultErrorReporter();
  }

 private:
  using FlatBufferModelBase::FlatBufferModelBase;
  friend class FlatBufferModelBase<FlatBufferModel>;
};

}  // namespace impl

using FlatBufferModel = impl::FlatBufferModel;

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_SCHEMA_MODEL_BUILDER_H_

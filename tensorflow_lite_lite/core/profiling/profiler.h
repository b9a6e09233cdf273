#ifndef TENSORFLOW_LITE_LITE_CORE_PROFILING_PROFILER_H_
#define TENSORFLOW_LITE_LITE_CORE_PROFILING_PROFILER_H_

#include <cstdint>

namespace tflite {

// Receives events of the runtime with their times. The order of the virtual
// functions is part of the binary interface, because delegates access the
// object through TfLiteContext::profiler.
class Profiler {
 public:
  // Values are bits, so that a profiler can select a set of event types.
  enum class EventType {
    DEFAULT = 1,
    // Execution of a node. Metadata: node index, subgraph index.
    OPERATOR_INVOKE_EVENT = 1 << 1,
    // An operator inside a delegate's kernel, reported by the delegate.
    DELEGATE_OPERATOR_INVOKE_EVENT = 1 << 2,
    // The same, with a duration that the delegate has measured itself.
    DELEGATE_PROFILED_OPERATOR_INVOKE_EVENT = 1 << 3,
    // A phase of the runtime. Metadata: status of the delegate, status of the
    // interpreter.
    GENERAL_RUNTIME_INSTRUMENTATION_EVENT = 1 << 4,
    TELEMETRY_EVENT = 1 << 5,
    TELEMETRY_REPORT_SETTINGS = 1 << 6,
    TELEMETRY_DELEGATE_EVENT = 1 << 7,
    TELEMETRY_DELEGATE_REPORT_SETTINGS = 1 << 8,
  };

  virtual ~Profiler() = default;

  // Starts an event and returns its handle, or 0 if it is not recorded. The tag
  // must live as long as the profiler's records.
  virtual uint32_t BeginEvent(const char* tag, EventType event_type,
                              int64_t event_metadata1,
                              int64_t event_metadata2) = 0;
  uint32_t BeginEvent(const char* tag, EventType event_type,
                      int64_t event_metadata) {
    return BeginEvent(tag, event_type, event_metadata, 0);
  }

  // Ends an event and adds metadata, if the profiler stores it.
  virtual void EndEvent(uint32_t event_handle, int64_t event_metadata1,
                        int64_t event_metadata2) {}
  virtual void EndEvent(uint32_t event_handle) = 0;

  // Adds an event that has ended. If the type has a duration, `metric` is that
  // duration in microseconds.
  void AddEvent(const char* tag, EventType event_type, uint64_t metric,
                int64_t event_metadata) {
    AddEvent(tag, event_type, metric, event_metadata, 0);
  }
  virtual void AddEvent(const char* tag, EventType event_type, uint64_t metric,
                        int64_t event_metadata1, int64_t event_metadata2) {}
  virtual void AddEventWithData(const char* tag, EventType event_type,
                                const void* data) {}
};

// Reports an event that lasts from construction to destruction. With a null
// profiler, only a branch is executed.
class ScopedProfile {
 public:
  ScopedProfile(Profiler* profiler, const char* tag,
                Profiler::EventType event_type = Profiler::EventType::DEFAULT,
                int64_t event_metadata = 0)
      : profiler_(profiler), event_handle_(0) {
    if (profiler_ == nullptr) return;
    event_handle_ = profiler_->BeginEvent(tag, event_type, event_metadata);
  }
  ~ScopedProfile() {
    if (profiler_ != nullptr) profiler_->EndEvent(event_handle_);
  }
  ScopedProfile(const ScopedProfile&) = delete;
  ScopedProfile& operator=(const ScopedProfile&) = delete;

 protected:
  Profiler* profiler_;
  uint32_t event_handle_;
};

class ScopedOperatorProfile : public ScopedProfile {
 public:
  ScopedOperatorProfile(Profiler* profiler, const char* tag, int node_index)
      : ScopedProfile(profiler, tag, Profiler::EventType::OPERATOR_INVOKE_EVENT,
                      node_index) {}
};

class ScopedDelegateOperatorProfile : public ScopedProfile {
 public:
  ScopedDelegateOperatorProfile(Profiler* profiler, const char* tag,
                                int node_index)
      : ScopedProfile(profiler, tag,
                      Profiler::EventType::DELEGATE_OPERATOR_INVOKE_EVENT,
                      node_index) {}
};

class ScopedDelegateProfiledOperatorProfile : public ScopedProfile {
 public:
  ScopedDelegateProfiledOperatorProfile(Profiler* profiler, const char* tag,
                                        int node_index)
      : ScopedProfile(
            profiler, tag,
            Profiler::EventType::DELEGATE_PROFILED_OPERATOR_INVOKE_EVENT,
            node_index) {}
};

// Reports a phase of the runtime and its resulting statuses.
class ScopedRuntimeInstrumentationProfile {
 public:
  ScopedRuntimeInstrumentationProfile(Profiler* profiler, const char* tag)
      : profiler_(profiler) {
    if (profiler_ == nullptr) return;
    event_handle_ = profiler_->BeginEvent(
        tag, Profiler::EventType::GENERAL_RUNTIME_INSTRUMENTATION_EVENT, -1);
  }
  ~ScopedRuntimeInstrumentationProfile() {
    if (profiler_ == nullptr) return;
    profiler_->EndEvent(event_handle_, delegate_status_, interpreter_status_);
  }
  ScopedRuntimeInstrumentationProfile(
      const ScopedRuntimeInstrumentationProfile&) = delete;
  ScopedRuntimeInstrumentationProfile& operator=(
      const ScopedRuntimeInstrumentationProfile&) = delete;

  void set_runtime_status(int64_t delegate_status, int64_t interpreter_status) {
    delegate_status_ = delegate_status;
    interpreter_status_ = interpreter_status;
  }

 private:
  Profiler* profiler_ = nullptr;
  uint32_t event_handle_ = 0;
  int64_t delegate_status_ = 0;
  int64_t interpreter_status_ = 0;
};

}  // namespace tflite

#define TFLITE_VARNAME_UNIQ_IMPL(name, ctr) name##ctr
#define TFLITE_VARNAME_UNIQ(name, ctr) TFLITE_VARNAME_UNIQ_IMPL(name, ctr)

#define TFLITE_SCOPED_TAGGED_DEFAULT_PROFILE(profiler, tag)            \
  ::tflite::ScopedProfile TFLITE_VARNAME_UNIQ(_profile_, __COUNTER__)( \
      (profiler), (tag))

#define TFLITE_SCOPED_OPERATOR_PROFILE(profiler, tag, node_index)              \
  ::tflite::ScopedOperatorProfile TFLITE_VARNAME_UNIQ(_profile_, __COUNTER__)( \
      (profiler), (tag), (node_index))

#define TFLITE_SCOPED_TAGGED_OPERATOR_PROFILE(profiler, tag, node_index) \
  TFLITE_SCOPED_OPERATOR_PROFILE(profiler, tag, node_index)

#define TFLITE_SCOPED_DELEGATE_OPERATOR_PROFILE(profiler, tag, node_index) \
  ::tflite::ScopedDelegateOperatorProfile TFLITE_VARNAME_UNIQ(             \
      _profile_, __COUNTER__)((profiler), (tag), (node_index))

#define TFLITE_SCOPED_DELEGATE_PROFILED_OPERATOR_PROFILE(profiler, tag, \
                                                         node_index)    \
  ::tflite::ScopedDelegateProfiledOperatorProfile TFLITE_VARNAME_UNIQ(  \
      _profile_, __COUNTER__)((profiler), (tag), (node_index))

#define TFLITE_ADD_RUNTIME_INSTRUMENTATION_EVENT(                           \
    profiler, tag, event_metadata1, event_metadata2)                        \
  do {                                                                      \
    if (profiler) {                                                         \
      const auto handle =                                                   \
          (profiler)->BeginEvent(tag,                                       \
                                 ::tflite::Profiler::EventType::            \
                                     GENERAL_RUNTIME_INSTRUMENTATION_EVENT, \
                                 event_metadata1, event_metadata2);         \
      (profiler)->EndEvent(handle);                                         \
    }                                                                       \
  } while (false)

#endif  // TENSORFLOW_LITE_LITE_CORE_PROFILING_PROFILER_H_

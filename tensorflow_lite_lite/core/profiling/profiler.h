#ifndef TENSORFLOW_LITE_LITE_CORE_PROFILING_PROFILER_H_
#define TENSORFLOW_LITE_LITE_CORE_PROFILING_PROFILER_H_

#include <cstdint>

namespace tflite {

// Is told what the runtime does and when. The order of the virtual functions is
// a binary interface: delegates get the object by TfLiteContext::profiler.
class Profiler {
 public:
  // Bits, so that a profiler can choose what it wants.
  enum class EventType {
    DEFAULT = 1,
    // One node of the graph; metadata: node index, subgraph index.
    OPERATOR_INVOKE_EVENT = 1 << 1,
    // An operator inside a delegate's kernel; the delegate sends the event.
    DELEGATE_OPERATOR_INVOKE_EVENT = 1 << 2,
    // The same, with a duration that the delegate has measured itself.
    DELEGATE_PROFILED_OPERATOR_INVOKE_EVENT = 1 << 3,
    // A phase of the runtime; metadata: status by delegate and by interpreter.
    GENERAL_RUNTIME_INSTRUMENTATION_EVENT = 1 << 4,
    TELEMETRY_EVENT = 1 << 5,
    TELEMETRY_REPORT_SETTINGS = 1 << 6,
    TELEMETRY_DELEGATE_EVENT = 1 << 7,
    TELEMETRY_DELEGATE_REPORT_SETTINGS = 1 << 8,
  };

  virtual ~Profiler() = default;

  // Starts an event and returns its handle; 0 when it is not recorded. The tag
  // must live as long as the profiler's records.
  virtual uint32_t BeginEvent(const char* tag, EventType event_type,
                              int64_t event_metadata1,
                              int64_t event_metadata2) = 0;
  uint32_t BeginEvent(const char* tag, EventType event_type,
                      int64_t event_metadata) {
    return BeginEvent(tag, event_type, event_metadata, 0);
  }

  // Ends an event, with further metadata where the profiler keeps it.
  virtual void EndEvent(uint32_t event_handle, int64_t event_metadata1,
                        int64_t event_metadata2) {}
  virtual void EndEvent(uint32_t event_handle) = 0;

  // An event that is over; `metric` is a duration in microseconds where the
  // type has one.
  void AddEvent(const char* tag, EventType event_type, uint64_t metric,
                int64_t event_metadata) {
    AddEvent(tag, event_type, metric, event_metadata, 0);
  }
  virtual void AddEvent(const char* tag, EventType event_type, uint64_t metric,
                        int64_t event_metadata1, int64_t event_metadata2) {}
  virtual void AddEventWithData(const char* tag, EventType event_type,
                                const void* data) {}
};

// An event from construction to destruction. A null profiler costs a branch.
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

// A phase of the runtime, with the statuses it ended with.
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

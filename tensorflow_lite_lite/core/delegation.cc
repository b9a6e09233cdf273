#include "tensorflow_lite_lite/core/delegation.h"

#include <algorithm>
#include <utility>

#include "tensorflow_lite_lite/core/subgraph.h"

namespace tflite::core {
namespace {

// Of delegates that are not applied any more.
constexpr size_t kMaxOldRecords = 16;

// The subgraph of `context`, which may be another one of the same model than
// the log was obtained from. Null where it is none.
Subgraph* Listener(TfllDelegationLog* log, const TfLiteContext* context) {
  Subgraph* owner = static_cast<SubgraphLog*>(log)->subgraph;
  if (context == owner->context()) return owner;
  for (int i = 0; i < owner->subgraph_count(); ++i) {
    if (owner->subgraph(i)->context() == context) return owner->subgraph(i);
  }
  return nullptr;
}

void Record(TfllDelegationLog* log, TfLiteContext* context, const char* name,
            int node_index, DelegationNote::Kind kind, const char* reason) {
  Subgraph* subgraph = Listener(log, context);
  if (subgraph == nullptr || !subgraph->delegation().recording) return;
  subgraph->delegation().SetName(name);
  subgraph->delegation().Note(node_index, kind,
                              reason == nullptr ? "" : reason);
}

void Refuse(TfllDelegationLog* log, TfLiteContext* context, const char* name,
            int node_index, const char* reason) {
  Record(log, context, name, node_index, DelegationNote::Kind::kRefused,
         reason);
}

void Claim(TfllDelegationLog* log, TfLiteContext* context, const char* name,
           int node_index) {
  Record(log, context, name, node_index, DelegationNote::Kind::kClaimed, "");
}

// Also where the context is unknown: what is held must be released.
void Hold(TfllDelegationLog* log, TfLiteContext* context, TfLiteDelegate*,
          void* object, void (*release)(void* object)) {
  if (object == nullptr || release == nullptr) return;
  Subgraph* subgraph = Listener(log, context);
  if (subgraph == nullptr) {
    release(object);
  } else {
    subgraph->delegation().held.emplace_back(object, release);
  }
}

}  // namespace

SubgraphLog::SubgraphLog(Subgraph* owner)
    : TfllDelegationLog{}, subgraph(owner) {
  base.type = static_cast<TfLiteExternalContextType>(kTfllDelegationLog);
  magic = kTfllDelegationLogMagic;
  size = sizeof(TfllDelegationLog);
  version = 1;
  refuse = Refuse;
  claim = Claim;
  hold = Hold;
}

void Delegation::Open(const TfLiteDelegate* delegate) {
  const auto drop = [&](const auto& old) {
    const auto found = std::find_if(records.begin(), records.end(), old);
    if (found != records.end()) records.erase(found);
  };
  drop([&](const DelegateRecord& r) {
    return !r.applied && r.delegate == delegate;
  });
  if (records.size() >= applied.size() + kMaxOldRecords) {
    drop([](const DelegateRecord& r) { return !r.applied; });
  }
  records.push_back({delegate});
  recording = true;
}

void Delegation::SetName(const char* name) {
  if (!recording || name == nullptr) return;
  if (records.back().name.empty()) records.back().name = name;
}

void Delegation::Note(int node_index, DelegationNote::Kind kind,
                      std::string reason) {
  if (!recording) return;
  records.back().notes.push_back({node_index, kind, std::move(reason)});
}

void Delegation::NoteFailure(const TfLiteDelegate* delegate, int node_index,
                             const std::string& reason) {
  for (auto r = records.rbegin(); r != records.rend(); ++r) {
    if (r->delegate != delegate) continue;
    r->notes.push_back({node_index, DelegationNote::Kind::kFailed, reason});
    return;
  }
}

void Delegation::TakeOff(const std::string& reason) {
  if (reason.empty()) records.clear();
  for (DelegateRecord& r : records) {
    if (r.applied) r.failure = reason;
    r.applied = false;
  }
}

std::string Delegation::CurrentName() const {
  return records.empty() || records.back().name.empty() ? "the delegate"
                                                        : records.back().name;
}

std::string Delegation::DeletedDelegate() const {
  for (const Share& s : shares) {
    if (TfllDelegateIsDeleted(s.share.get())) return s.name;
  }
  return "";
}

}  // namespace tflite::core

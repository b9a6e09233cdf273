#include "tensorflow_lite_lite/core/delegates/delegate_records.h"

#include <algorithm>
#include <utility>

#include "tensorflow_lite_lite/core/delegates/own_name.h"

namespace tflite::core {
namespace {

// Limit for records of delegates that are no longer applied.
constexpr size_t kMaxOldRecords = 16;

bool IsApplied(const DelegateRecord& record) { return record.applied; }

}  // namespace

bool DelegateRecord::IsOf(const TfLiteDelegate* other) const {
  return delegate == other ||
         std::find(wrapped.begin(), wrapped.end(), other) != wrapped.end();
}

void DelegateRecords::Open(const TfLiteDelegate* delegate) {
  const auto drop = [&](const auto& old) {
    const auto found = std::find_if(records_.begin(), records_.end(), old);
    if (found != records_.end()) records_.erase(found);
  };
  drop([&](const DelegateRecord& r) {
    return !r.applied && r.delegate == delegate;
  });
  const size_t applied =
      std::count_if(records_.begin(), records_.end(), IsApplied);
  if (records_.size() >= applied + kMaxOldRecords) {
    drop([](const DelegateRecord& r) { return !r.applied; });
  }
  records_.push_back({delegate});
  open_ = true;
}

void DelegateRecords::SetName(const char* name) {
  if (!open_ || name == nullptr) return;
  if (records_.back().name.empty()) records_.back().name = name;
}

void DelegateRecords::SetDelegateOfPartitions(const TfLiteDelegate* delegate) {
  if (!open_ || records_.back().IsOf(delegate)) return;
  records_.back().wrapped.push_back(delegate);
}

void DelegateRecords::Note(int node_index, DelegationNote::Kind kind,
                           std::string reason) {
  if (!open_) return;
  DelegateRecord& record = records_.back();
  if (!reason.empty()) reason = WithoutName(std::move(reason), record.name);
  // A delegate of thousands of nodes has a note for each.
  auto& notes = record.notes;
  if (notes.size() == notes.capacity()) notes.reserve(4 * notes.size() + 16);
  notes.push_back({node_index, kind, std::move(reason)});
}

void DelegateRecords::NoteFailure(const TfLiteDelegate* delegate,
                                  int node_index, const std::string& reason) {
  for (auto r = records_.rbegin(); r != records_.rend(); ++r) {
    if (!r->IsOf(delegate)) continue;
    r->notes.push_back({node_index, DelegationNote::Kind::kFailed,
                        WithoutName(reason, r->name)});
    return;
  }
}

void DelegateRecords::MarkRemoved(const std::string& reason) {
  if (reason.empty()) records_.clear();
  for (DelegateRecord& r : records_) {
    if (r.applied) r.failure = reason;
    r.applied = false;
  }
}

void DelegateRecords::ForgetApplied() {
  records_.erase(std::remove_if(records_.begin(), records_.end(), IsApplied),
                 records_.end());
}

std::string DelegateRecords::CurrentName() const {
  return records_.empty() || records_.back().name.empty()
             ? "the delegate"
             : records_.back().name;
}

}  // namespace tflite::core

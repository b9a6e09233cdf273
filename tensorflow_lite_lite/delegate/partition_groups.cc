#include "tensorflow_lite_lite/delegate/partition_groups.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace tflite::delegates {
namespace {

// The partitions that the nodes form. They belong to the host and are valid
// until the next preview.
TfLiteStatus Preview(TfLiteContext* context, const std::vector<int>& nodes,
                     const TfLiteDelegateParams** partitions, int* count) {
  if (context->PreviewDelegatePartitioning == nullptr) {
    context->ReportError(context, "This runtime cannot limit partitions.");
    return kTfLiteError;
  }
  const IntArrayPtr wanted = MakeIntArray(nodes);
  if (wanted == nullptr) return kTfLiteError;
  TfLiteDelegateParams* params = nullptr;
  TF_LITE_ENSURE_STATUS(context->PreviewDelegatePartitioning(
      context, wanted.get(), &params, count));
  *partitions = params;
  return kTfLiteOk;
}

void Erase(const std::set<int>& gone, std::vector<int>* nodes) {
  nodes->erase(std::remove_if(nodes->begin(), nodes->end(),
                              [&](int n) { return gone.count(n) != 0; }),
               nodes->end());
}

// The changes that the policy requests for the partitions of one group.
struct Wishes {
  std::set<int> refused;
  NodeGroups split_off;
  bool any() const { return !refused.empty() || !split_off.empty(); }
};

void Note(const PartitionReview& review, const TfLiteIntArray* nodes,
          const HostLog& log, Wishes* wishes) {
  const std::set<int> own(nodes->data, nodes->data + nodes->size);
  bool refuses = false;
  for (const auto& [node, reason] : review.refused()) {
    if (own.count(node) == 0) continue;
    refuses = true;
    wishes->refused.insert(node);
    log.Refuse(node, reason);
  }
  // The remaining nodes are reviewed again before any split.
  if (refuses) return;
  std::set<int> apart;
  for (const int n : review.split_off()) {
    if (own.count(n) != 0) apart.insert(n);
  }
  if (apart.empty() || apart.size() == own.size()) return;
  wishes->split_off.emplace_back(apart.begin(), apart.end());
}

TfLiteStatus ReviewGroup(TfLiteContext* context, const PartitionPolicy& policy,
                         const HostLog& log, const std::vector<int>& group,
                         Wishes* wishes) {
  const TfLiteDelegateParams* partitions = nullptr;
  int count = 0;
  TF_LITE_ENSURE_STATUS(Preview(context, group, &partitions, &count));
  for (int i = 0; i < count; ++i) {
    PartitionReview review;
    const base::Status status = policy.Review(context, partitions[i], &review);
    if (!status.ok()) {
      context->ReportError(context, "%s",
                           std::string(status.message()).c_str());
      return kTfLiteDelegateError;
    }
    Note(review, partitions[i].nodes_to_replace, log, wishes);
  }
  return kTfLiteOk;
}

}  // namespace

TfLiteStatus ReviewPartitions(TfLiteContext* context,
                              const PartitionPolicy& policy, const HostLog& log,
                              NodeGroups* groups) {
  // Terminates because each round removes nodes from a group or divides it.
  for (size_t g = 0; g < groups->size();) {
    Wishes wishes;
    TF_LITE_ENSURE_STATUS(
        ReviewGroup(context, policy, log, (*groups)[g], &wishes));
    if (!wishes.any()) {
      ++g;
      continue;
    }
    Erase(wishes.refused, &(*groups)[g]);
    for (std::vector<int>& apart : wishes.split_off) {
      Erase(std::set<int>(apart.begin(), apart.end()), &(*groups)[g]);
      groups->push_back(std::move(apart));
    }
    if ((*groups)[g].empty()) groups->erase(groups->begin() + g);
  }
  return kTfLiteOk;
}

TfLiteStatus DropPartitions(TfLiteContext* context,
                            const PartitionPolicy* policy,
                            const PartitionLimits& limits, const HostLog& log,
                            NodeGroups* groups) {
  std::vector<PartitionCost> costs;
  NodeGroups members;  // of each partition
  for (const std::vector<int>& group : *groups) {
    const TfLiteDelegateParams* partitions = nullptr;
    int count = 0;
    TF_LITE_ENSURE_STATUS(Preview(context, group, &partitions, &count));
    for (int i = 0; i < count; ++i) {
      costs.push_back(EstimateCost(context, partitions[i], policy));
      const TfLiteIntArray* list = partitions[i].nodes_to_replace;
      members.emplace_back(list->data, list->data + list->size);
    }
  }
  const std::vector<std::string> why = ChoosePartitions(costs, limits);
  std::set<int> dropped;
  for (size_t i = 0; i < why.size(); ++i) {
    if (why[i].empty()) continue;
    dropped.insert(members[i].begin(), members[i].end());
    for (const int n : members[i]) log.Refuse(n, why[i]);
  }
  for (std::vector<int>& group : *groups) Erase(dropped, &group);
  return kTfLiteOk;
}

}  // namespace tflite::delegates

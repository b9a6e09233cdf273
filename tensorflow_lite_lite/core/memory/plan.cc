#include "tensorflow_lite_lite/core/memory/plan.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "tensorflow_lite_lite/base/checked.h"

namespace tflite::core {
namespace {

using Span = std::pair<size_t, size_t>;  // bytes [first, second)

// The buffers placed so far, which can be searched by the steps in which they
// are in use. A segment tree over the steps stores each buffer at the O(log n)
// tree nodes that cover its lifetime, so searching a chain of short-lived
// buffers takes O(log n) for each. For few buffers, a plain list is faster.
class PlacedSet {
 public:
  PlacedSet(int first_step, int last_step, size_t buffers)
      : base_(first_step), few_(buffers <= kFew) {
    if (few_) {
      list_.reserve(buffers);
      return;
    }
    starts_.resize(last_step - first_step + 1);
    size_ = 1;
    while (size_ < starts_.size()) size_ *= 2;
    tiles_.resize(2 * size_);
  }

  void Add(Span span, int first, int last) {
    if (few_) {
      const Placed placed{span, first, last};
      list_.insert(std::upper_bound(list_.begin(), list_.end(), placed),
                   placed);
      return;
    }
    starts_[first - base_].push_back(span);
    size_t l = first - base_ + size_, r = last - base_ + size_ + 1;
    for (; l < r; l /= 2, r /= 2) {
      if (l & 1) tiles_[l++].push_back(span);
      if (r & 1) tiles_[--r].push_back(span);
    }
  }

  // Sets `out` to the sorted byte ranges of all buffers that are in use at any
  // step of first..last.
  void Overlapping(int first, int last, std::vector<Span>* out) const {
    out->clear();
    if (few_) {
      for (const Placed& p : list_) {
        if (p.first <= last && first <= p.last) out->push_back(p.span);
      }
      return;
    }
    for (size_t t = first - base_ + size_; t > 0; t /= 2) {
      out->insert(out->end(), tiles_[t].begin(), tiles_[t].end());
    }
    for (int s = first - base_ + 1; s <= last - base_; ++s) {
      out->insert(out->end(), starts_[s].begin(), starts_[s].end());
    }
    std::sort(out->begin(), out->end());
  }

 private:
  static constexpr size_t kFew = 512;
  struct Placed {
    Span span;
    int first, last;
    bool operator<(const Placed& other) const { return span < other.span; }
  };

  int base_;
  bool few_;
  std::vector<Placed> list_;  // sorted by span
  size_t size_ = 0;
  std::vector<std::vector<Span>> starts_;
  std::vector<std::vector<Span>> tiles_;
};

// Returns the offset of the smallest gap with at least `bytes` bytes, or the
// end of the last span.
size_t BestGap(const std::vector<Span>& spans, size_t bytes) {
  size_t best = 0, best_gap = std::numeric_limits<size_t>::max(), end = 0;
  bool found = false;
  for (const auto& [begin, span_end] : spans) {
    if (begin >= end && begin - end >= bytes && begin - end < best_gap) {
      best = end;
      best_gap = begin - end;
      found = true;
    }
    end = std::max(end, span_end);
  }
  return found ? best : end;
}

struct Steps {
  int first = 0;
  int last = 0;
};

Steps Range(const std::vector<BufferRequest>& requests,
            const std::vector<PlacedBuffer>& fixed) {
  Steps range;
  bool any = false;
  const auto widen = [&](const BufferRequest& r) {
    range.first = any ? std::min(range.first, r.first) : r.first;
    range.last = any ? std::max(range.last, r.last) : r.last;
    any = true;
  };
  for (const BufferRequest& r : requests) widen(r);
  for (const PlacedBuffer& p : fixed) widen(p.request);
  return range;
}

// Places the requests sequentially in the given order.
StatusOr<BufferPlan> PlaceInOrder(const std::vector<BufferRequest>& requests,
                                  const std::vector<size_t>& sizes,
                                  const std::vector<PlacedBuffer>& fixed,
                                  const std::vector<int>& order, Steps range) {
  BufferPlan plan;
  plan.offsets.assign(requests.size(), 0);
  PlacedSet placed(range.first, range.last, fixed.size() + order.size());
  for (const PlacedBuffer& p : fixed) {
    if (p.request.bytes == 0) continue;
    placed.Add({p.offset, p.offset + p.request.bytes}, p.request.first,
               p.request.last);
  }
  std::vector<Span> overlapping;
  for (const int i : order) {
    if (sizes[i] == 0) continue;
    const BufferRequest& r = requests[i];
    placed.Overlapping(r.first, r.last, &overlapping);
    const size_t offset = BestGap(overlapping, sizes[i]);
    size_t end = 0;
    if (!CheckedAdd(offset, sizes[i], &end)) {
      return Invalid("the tensors need more memory than can be addressed");
    }
    plan.offsets[i] = offset;
    plan.total = std::max(plan.total, end);
    placed.Add({offset, end}, r.first, r.last);
  }
  return plan;
}

}  // namespace

bool AlignUp(size_t bytes, size_t alignment, size_t* out) {
  if (!CheckedAdd(bytes, alignment - 1, out)) return false;
  *out &= ~(alignment - 1);
  return true;
}

StatusOr<BufferPlan> PlanBuffers(const std::vector<BufferRequest>& requests,
                                 const std::vector<PlacedBuffer>& fixed,
                                 size_t alignment) {
  std::vector<size_t> sizes(requests.size());
  for (size_t i = 0; i < requests.size(); ++i) {
    if (!AlignUp(requests[i].bytes, alignment, &sizes[i])) {
      return Invalid("a tensor of ", requests[i].bytes, " bytes is too large");
    }
  }
  std::vector<PlacedBuffer> walls = fixed;
  for (PlacedBuffer& p : walls) {
    if (!AlignUp(p.request.bytes, alignment, &p.request.bytes)) {
      return Invalid("a tensor of ", p.request.bytes, " bytes is too large");
    }
  }
  const Steps range = Range(requests, walls);

  // Placing large buffers first is nearly always best. Other orders are tried
  // only if the result is larger than the lower bound.
  const auto longest = [&](int a, int b) {
    const int la = requests[a].last - requests[a].first;
    const int lb = requests[b].last - requests[b].first;
    if (la != lb) return la > lb;
    return sizes[a] != sizes[b] ? sizes[a] > sizes[b] : a < b;
  };
  const auto largest = [&](int a, int b) {
    if (sizes[a] != sizes[b]) return sizes[a] > sizes[b];
    if (requests[a].first != requests[b].first) {
      return requests[a].first < requests[b].first;
    }
    return a < b;
  };
  const auto earliest = [&](int a, int b) {
    if (requests[a].first != requests[b].first) {
      return requests[a].first < requests[b].first;
    }
    return largest(a, b);
  };

  std::vector<int> order(requests.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), largest);
  TFLL_ASSIGN_OR_RETURN(BufferPlan best,
                        PlaceInOrder(requests, sizes, walls, order, range));
  const size_t bound = PlanLowerBound(requests, alignment);
  for (int attempt = 0; attempt < 2 && best.total > bound; ++attempt) {
    if (attempt == 0) {
      std::sort(order.begin(), order.end(), longest);
    } else {
      std::sort(order.begin(), order.end(), earliest);
    }
    auto other = PlaceInOrder(requests, sizes, walls, order, range);
    if (other.ok() && other->total < best.total) best = *std::move(other);
  }
  return best;
}

size_t PlanLowerBound(const std::vector<BufferRequest>& requests,
                      size_t alignment) {
  struct Event {
    int step;
    bool begin;
    size_t bytes;
  };
  std::vector<Event> events;
  events.reserve(2 * requests.size());
  for (const BufferRequest& r : requests) {
    size_t bytes = 0;
    if (!AlignUp(r.bytes, alignment, &bytes)) {
      return std::numeric_limits<size_t>::max();
    }
    events.push_back({r.first, true, bytes});
    events.push_back({r.last + 1, false, bytes});
  }
  std::sort(events.begin(), events.end(), [](const Event& a, const Event& b) {
    return a.step != b.step ? a.step < b.step : a.begin < b.begin;
  });
  size_t live = 0, bound = 0;
  for (const Event& e : events) {
    if (!e.begin) {
      live -= e.bytes;
    } else if (!CheckedAdd(live, e.bytes, &live)) {
      return std::numeric_limits<size_t>::max();
    }
    bound = std::max(bound, live);
  }
  return bound;
}

}  // namespace tflite::core

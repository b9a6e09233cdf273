#include "delegates/edgetpu/simulator/order.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "delegates/edgetpu/isa/accesses.h"
#include "delegates/edgetpu/isa/encoding.h"

namespace tflite::edgetpu {
namespace {

constexpr int kEngines = 32;

// What may still be going on when an instruction starts.
class Order {
 public:
  explicit Order(const Target& target)
      : engines_(((1u << target.num_tiles()) - 1) | kLinkEngine | kRingEngine) {
  }

  Status Add(size_t index, int engine, const std::vector<Access>& accesses,
             absl::Span<const Instruction> instructions) {
    const auto e = static_cast<size_t>(engine);
    for (size_t other = 0; other < kEngines; ++other) {
      if (other == e) continue;
      for (const Pending& p : pending_[other]) {
        if (p.number < finished_[e][other] || !Conflict(p.access, accesses)) {
          continue;
        }
        return Invalid("instruction ", index, ", '",
                       Disassemble(instructions[index]),
                       "', does not await instruction ", p.index, ", '",
                       Disassemble(instructions[p.index]), "'");
      }
    }
    for (const Access& access : accesses) {
      pending_[e].push_back({access, index, started_[e]});
    }
    ++started_[e];
    return OkStatus();
  }

  void Wait(const Sync& sync) {
    const auto before = finished_;
    for (size_t w = 0; w < kEngines; ++w) {
      if ((sync.waiting >> w & 1) == 0) continue;
      for (size_t a = 0; a < kEngines; ++a) {
        if ((sync.awaited >> a & 1) == 0) continue;
        finished_[w][a] = started_[a];
        // What the awaited engine has waited for has finished as well.
        for (size_t i = 0; i < kEngines; ++i) {
          finished_[w][i] = std::max(finished_[w][i], before[a][i]);
        }
      }
    }
    Forget(sync.awaited);
  }

 private:
  struct Pending {
    Access access;
    size_t index;
    uint64_t number;  // of the engine
  };

  static bool Conflict(const Access& a, const std::vector<Access>& accesses) {
    return std::any_of(accesses.begin(), accesses.end(), [&](const Access& b) {
      return (a.writes || b.writes) && a.space == b.space && a.unit == b.unit &&
             a.begin < b.end && b.begin < a.end;
    });
  }

  // What all engines have awaited cannot conflict any more.
  void Forget(uint32_t engines) {
    for (size_t a = 0; a < kEngines; ++a) {
      if ((engines >> a & 1) == 0 || pending_[a].empty()) continue;
      uint64_t least = started_[a];
      for (size_t e = 0; e < kEngines; ++e) {
        if (e != a && (engines_ >> e & 1) != 0) {
          least = std::min(least, finished_[e][a]);
        }
      }
      auto& pending = pending_[a];
      pending.erase(
          std::remove_if(pending.begin(), pending.end(),
                         [&](const Pending& p) { return p.number < least; }),
          pending.end());
    }
  }

  const uint32_t engines_;  // that the target has
  std::array<std::vector<Pending>, kEngines> pending_;
  std::array<uint64_t, kEngines> started_{};
  // Instructions of an engine (second) that an engine (first) has awaited.
  std::array<std::array<uint64_t, kEngines>, kEngines> finished_{};
};

}  // namespace

Status CheckOrder(absl::Span<const Instruction> instructions,
                  const Target& target) {
  Accesses accesses(target);
  Order order(target);
  for (size_t i = 0; i < instructions.size(); ++i) {
    const int engine = accesses.Of(instructions[i]);
    if (engine < 0) {
      order.Wait(std::get<Sync>(instructions[i]));
      continue;
    }
    TFLL_RETURN_IF_ERROR(order.Add(i, engine, accesses.list(), instructions));
  }
  return OkStatus();
}

}  // namespace tflite::edgetpu

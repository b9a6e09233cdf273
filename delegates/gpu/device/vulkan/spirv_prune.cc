#include "delegates/gpu/device/vulkan/spirv_prune.h"

#include <cstddef>
#include <optional>
#include <set>
#include <unordered_set>
#include <utility>

#include "delegates/gpu/device/vulkan/spirv_constants.h"

namespace tflite::gpu {
namespace {

using Instruction = SpirvInstruction;

constexpr size_t kHeaderWords = 5;

uint32_t FirstWord(SpirvOp op, uint32_t words) { return words << 16 | op; }

struct Block {
  uint32_t label = 0;
  std::vector<Instruction> body;     // without `merge` and `end`
  std::optional<Instruction> merge;  // of a selection or loop
  Instruction end{};                 // the branch, return or similar

  bool reached = false;
  uint32_t taken = 0;  // the target if the branch is decided, otherwise 0
};

struct Function {
  Instruction start{};
  std::vector<Instruction> parameters;
  std::vector<Block> blocks;
};

class Pruner {
 public:
  Pruner(absl::Span<const uint32_t> module,
         const std::map<uint32_t, int32_t>& given)
      : module_(module), constants_(given) {}

  std::vector<uint32_t> Prune() {
    if (!Parse()) return {module_.begin(), module_.end()};
    for (const Instruction& i : globals_) {
      constants_.Note(i);
      if (i.op() == kOpEntryPoint) Reach(i[2]);
    }
    while (!waiting_.empty()) {
      Function* const function = waiting_.back();
      waiting_.pop_back();
      Visit(function);
    }
    NoteGone();
    return Write();
  }

 private:
  bool Parse() {
    if (module_.size() < kHeaderWords) return false;
    for (size_t at = kHeaderWords; at < module_.size();) {
      const Instruction i{&module_[at]};
      if (i.count() == 0 || i.count() > module_.size() - at) return false;
      at += i.count();
      if (!Place(i)) return false;
    }
    return !in_function_;
  }

  // False if the instruction is not allowed in this place.
  bool Place(const Instruction& i) {
    if (i.op() == kOpFunction) {
      if (in_function_) return false;
      in_function_ = true;
      functions_.push_back({i, {}, {}});
      return true;
    }
    if (!in_function_) {
      globals_.push_back(i);
      return true;
    }
    Function& function = functions_.back();
    if (i.op() == kOpFunctionEnd) {
      in_function_ = false;
      return function.blocks.empty() || function.blocks.back().end.words;
    }
    if (i.op() == kOpLabel) {
      function.blocks.emplace_back();
      function.blocks.back().label = i[1];
      return true;
    }
    if (function.blocks.empty()) {
      function.parameters.push_back(i);
      return true;
    }
    Block& block = function.blocks.back();
    if (block.end.words != nullptr) return false;
    if (i.op() == kOpLoopMerge || i.op() == kOpSelectionMerge) {
      block.merge = i;
    } else if (i.op() >= kOpBranch && i.op() <= kOpUnreachable) {
      block.end = i;
    } else {
      block.body.push_back(i);
    }
    return true;
  }

  void Reach(uint32_t function) {
    if (!reached_.insert(function).second) return;
    for (Function& f : functions_) {
      if (f.start[2] == function) waiting_.push_back(&f);
    }
  }

  static Block* Find(Function* function, uint32_t label) {
    for (Block& block : function->blocks) {
      if (block.label == label) return &block;
    }
    return nullptr;
  }

  // Marks the reachable blocks. The constants that a block uses are already
  // known when it is visited, because they are defined in blocks that dominate
  // it.
  void Visit(Function* function) {
    std::vector<Block*> next;
    const auto go = [&](uint32_t label) {
      Block* const block = Find(function, label);
      if (block == nullptr || block->reached) return;
      block->reached = true;
      next.push_back(block);
    };
    if (!function->blocks.empty()) go(function->blocks.front().label);
    while (!next.empty()) {
      Block* const block = next.back();
      next.pop_back();
      for (const Instruction& i : block->body) {
        constants_.Note(i);
        if (i.op() == kOpFunctionCall) Reach(i[3]);
      }
      Decide(block);
      for (const uint32_t label : Targets(*block)) go(label);
    }
  }

  void Decide(Block* block) {
    if (block->end.op() != kOpBranchConditional) return;
    if (block->merge && block->merge->op() == kOpLoopMerge) return;
    const auto condition = constants_.Of(block->end[1]);
    if (condition) block->taken = block->end[*condition != 0 ? 2 : 3];
  }

  static std::vector<uint32_t> Targets(const Block& block) {
    const Instruction& end = block.end;
    if (block.taken != 0) return {block.taken};
    if (end.op() == kOpBranch) return {end[1]};
    if (end.op() == kOpBranchConditional) return {end[2], end[3]};
    std::vector<uint32_t> targets;
    if (end.op() == kOpSwitch) {
      // The default label, then pairs of a literal and a label.
      for (uint32_t i = 2; i < end.count(); i += 2) {
        targets.push_back(end[i]);
      }
    }
    return targets;
  }

  // Collects ids that are no longer defined but may occur in decorations.
  void NoteGone() {
    for (const Function& function : functions_) {
      const bool stays = reached_.count(function.start[2]) != 0;
      if (!stays) {
        gone_.insert(function.start[2]);
        for (const Instruction& i : function.parameters) gone_.insert(i[2]);
      }
      for (const Block& block : function.blocks) {
        if (stays && block.reached) continue;
        for (const Instruction& i : block.body) {
          if (HasResult(i.op())) gone_.insert(i[2]);
        }
      }
    }
  }

  static bool HasResult(uint32_t op) {
    return op != kOpStore && op != kOpCopyMemory && op != kOpControlBarrier &&
           op != kOpMemoryBarrier && op != kOpLine;
  }

  void Append(const Instruction& i) {
    out_.insert(out_.end(), i.words, i.words + i.count());
  }

  std::vector<uint32_t> Write() {
    out_.assign(module_.begin(), module_.begin() + kHeaderWords);
    for (const Instruction& i : globals_) {
      if (i.op() == kOpName || i.op() == kOpMemberName) continue;
      if (i.op() == kOpDecorate && gone_.count(i[1]) != 0) continue;
      Append(i);
    }
    for (Function& function : functions_) {
      if (reached_.count(function.start[2]) != 0) WriteFunction(&function);
    }
    return std::move(out_);
  }

  void WriteFunction(Function* function) {
    // Merge blocks: they remain referenced although nothing may branch to them.
    std::set<uint32_t> merges;
    std::map<uint32_t, uint32_t> loops;  // loop headers, by continue target
    std::set<std::pair<uint32_t, uint32_t>> branches;
    for (const Block& block : function->blocks) {
      if (!block.reached) continue;
      for (const uint32_t to : Targets(block)) {
        branches.emplace(block.label, to);
      }
      if (!block.merge || block.taken != 0) continue;
      merges.insert((*block.merge)[1]);
      if (block.merge->op() == kOpLoopMerge) {
        loops.emplace((*block.merge)[2], block.label);
        branches.emplace((*block.merge)[2], block.label);
      }
    }
    Append(function->start);
    for (const Instruction& i : function->parameters) Append(i);
    for (const Block& block : function->blocks) {
      const auto loop = loops.find(block.label);
      if (block.reached) {
        WriteBlock(block, branches);
      } else if (loop != loops.end()) {
        AppendWords({FirstWord(kOpLabel, 2), block.label,
                     FirstWord(kOpBranch, 2), loop->second});
      } else if (merges.count(block.label) != 0) {
        AppendWords({FirstWord(kOpLabel, 2), block.label,
                     FirstWord(kOpUnreachable, 1)});
      }
    }
    AppendWords({FirstWord(kOpFunctionEnd, 1)});
  }

  void WriteBlock(const Block& block,
                  const std::set<std::pair<uint32_t, uint32_t>>& branches) {
    AppendWords({FirstWord(kOpLabel, 2), block.label});
    for (const Instruction& i : block.body) {
      if (i.op() != kOpPhi) {
        Append(i);
        continue;
      }
      std::vector<uint32_t> phi = {i[1], i[2]};
      for (uint32_t k = 3; k < i.count(); k += 2) {
        if (branches.count({i[k + 1], block.label}) == 0) continue;
        phi.insert(phi.end(), {i[k], i[k + 1]});
      }
      AppendWords({FirstWord(kOpPhi, static_cast<uint32_t>(phi.size() + 1))});
      AppendWords(phi);
    }
    if (block.taken != 0) {
      AppendWords({FirstWord(kOpBranch, 2), block.taken});
      return;
    }
    if (block.merge) Append(*block.merge);
    Append(block.end);
  }

  void AppendWords(const std::vector<uint32_t>& words) {
    out_.insert(out_.end(), words.begin(), words.end());
  }

  const absl::Span<const uint32_t> module_;
  SpirvConstants constants_;
  std::vector<Instruction> globals_;
  std::vector<Function> functions_;
  bool in_function_ = false;
  std::unordered_set<uint32_t> reached_;  // functions
  std::vector<Function*> waiting_;        // reached but not yet visited
  std::unordered_set<uint32_t> gone_;
  std::vector<uint32_t> out_;
};

}  // namespace

std::vector<uint32_t> PruneSpirv(absl::Span<const uint32_t> module,
                                 const std::map<uint32_t, int32_t>& constants) {
  return Pruner(module, constants).Prune();
}

}  // namespace tflite::gpu

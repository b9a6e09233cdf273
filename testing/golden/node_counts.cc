#include "testing/golden/node_counts.h"

#include <algorithm>

#include "tensorflow_lite_lite/base/strings.h"

namespace tflite {
namespace golden {
namespace {

std::string TextOf(const DelegatedNodes& n) {
  return base::StrCat(n.delegated, " of ", n.nodes);
}

// Whether the listed cases, or some if not all were run, can have these nodes.
bool CanBe(const DelegatedNodes& some, const DelegatedNodes& all, bool whole,
           bool other_release) {
  const bool left_fits =
      some.nodes - some.delegated <= all.nodes - all.delegated;
  if (!left_fits || (whole && some.nodes != all.nodes)) return false;
  if (other_release) return true;
  return whole ? some.delegated == all.delegated
               : some.delegated <= all.delegated;
}

}  // namespace

base::StatusOr<NodeCounts> NodeCounts::Parse(const std::string& text) {
  NodeCounts out;
  for (const auto& line : base::StrSplitNonEmpty(text, '\n')) {
    if (line[0] == '#') continue;
    const std::vector<std::string> parts = base::StrSplitToStrings(line, ' ');
    DelegatedNodes n;
    if (parts.size() != 4 || parts[2] != "of" ||
        !base::ParseNumber(parts[1], &n.delegated) ||
        !base::ParseNumber(parts[3], &n.nodes)) {
      return base::Invalid("not a row like 'CONV_2D 40 of 45': ", line);
    }
    out.rows_[parts[0]] = n;
  }
  return out;
}

std::string NodeCounts::Format() const {
  std::string text;
  for (const auto& [op, n] : rows_) {
    if (n.delegated > 0) base::StrAppend(&text, op, " ", TextOf(n), "\n");
  }
  return text;
}

void NodeCounts::Add(const std::string& op, const DelegatedNodes& nodes) {
  rows_[op].nodes += nodes.nodes;
  rows_[op].delegated += nodes.delegated;
}

std::vector<std::string> NodeCounts::Differences(const NodeCounts& listed,
                                                 bool whole,
                                                 bool other_release) const {
  std::vector<std::string> out;
  for (const auto& [op, n] : rows_) {
    const auto it = listed.rows_.find(op);
    const DelegatedNodes want =
        it == listed.rows_.end() ? DelegatedNodes{n.nodes, 0} : it->second;
    if (CanBe(n, want, whole, other_release)) continue;
    out.push_back(base::StrCat(op, ": ", TextOf(n),
                               " nodes ran on the delegate, listed are ",
                               TextOf(want)));
  }
  for (const auto& [op, n] : listed.rows_) {
    if (whole && rows_.count(op) == 0) {
      out.push_back(op + " is listed, but has no case");
    }
  }
  return out;
}

DelegatedNodes NodeCounts::Sum() const {
  DelegatedNodes sum;
  for (const auto& [op, n] : rows_) {
    sum.nodes += n.nodes;
    sum.delegated += n.delegated;
  }
  return sum;
}

}  // namespace golden
}  // namespace tflite

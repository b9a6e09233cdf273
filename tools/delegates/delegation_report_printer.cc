#include "tools/delegates/delegation_report_printer.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "tensorflow_lite_lite/base/strings.h"
#include "tools/html_escape.h"
#include "tools/write_output.h"

namespace tflite {
namespace tools {
namespace {

using Graph = DelegationReport::Graph;
using Node = DelegationReport::Node;

// Longer cells of the text are truncated, except in the last column.
constexpr size_t kMaxWidth = 40;
constexpr int kColumns = 6;
const char* const kTitles[kColumns] = {"node",   "operator",  "output",
                                       "run by", "partition", "reason"};
using Row = std::vector<std::string>;

std::string Counted(int n, const char* what) {
  return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

std::string TitleOf(const Graph& graph) {
  std::string title = "Subgraph " + std::to_string(graph.index);
  if (!graph.name.empty()) title += " '" + graph.name + "'";
  const int total = static_cast<int>(graph.nodes.size());
  title += ": " + std::to_string(graph.NodesDelegated()) + " of " +
           Counted(total, "node") + " delegated, in " +
           Counted(static_cast<int>(graph.partitions.size()), "partition");
  if (graph.skipped) title += "; left to the node that runs it";
  return title;
}

std::string TextOf(const DelegationReport::Refusal& refusal) {
  return refusal.delegate + ": " + refusal.reason;
}

// The reasons why the node is not delegated.
std::vector<std::string> ReasonsOf(const Node& node) {
  std::vector<std::string> reasons;
  for (const auto& r : node.refusals) reasons.push_back(TextOf(r));
  if (reasons.empty() && node.delegate.empty()) {
    reasons.push_back("no delegate was applied");
  }
  return reasons;
}

Row RowOf(const Node& node) {
  std::string reason;
  for (const std::string& r : ReasonsOf(node)) {
    reason += (reason.empty() ? "" : "; ") + r;
  }
  return {std::to_string(node.index),
          node.op,
          node.output,
          node.delegate.empty() ? "CPU" : node.delegate,
          node.partition < 0 ? "-" : std::to_string(node.partition),
          reason};
}

// Lines such as "3 nodes on the CPU: npu: too big (ADD, MUL)", the most
// frequent reason first.
std::vector<std::string> CountReasons(const Graph& graph) {
  struct Count {
    int nodes = 0;
    std::set<std::string> operators;
  };
  std::map<std::string, Count> counts;
  for (const Node& node : graph.nodes) {
    if (!node.delegate.empty()) continue;
    for (const std::string& reason : ReasonsOf(node)) {
      ++counts[reason].nodes;
      counts[reason].operators.insert(node.op);
    }
  }
  std::vector<std::pair<int, std::string>> lines;
  for (const auto& [reason, count] : counts) {
    std::string line =
        Counted(count.nodes, "node") + " on the CPU: " + reason + " (";
    for (const std::string& op : count.operators) {
      line += (op == *count.operators.begin() ? "" : ", ") + op;
    }
    lines.push_back({count.nodes, line + ")"});
  }
  std::stable_sort(
      lines.begin(), lines.end(),
      [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<std::string> sorted;
  for (auto& [nodes, line] : lines) sorted.push_back(std::move(line));
  return sorted;
}

std::string Table(const std::vector<Row>& rows) {
  std::vector<size_t> widths(kColumns, 0);
  for (const Row& row : rows) {
    for (int c = 0; c + 1 < kColumns; ++c) {
      widths[c] =
          std::max(widths[c], base::Abbreviate(row[c], kMaxWidth).size());
    }
  }
  std::string out;
  for (const Row& row : rows) {
    std::string line = "  ";
    for (int c = 0; c + 1 < kColumns; ++c) {
      const std::string cell = base::Abbreviate(row[c], kMaxWidth);
      const std::string pad(widths[c] - cell.size(), ' ');
      line += (c == 0 ? pad + cell : cell + pad) + "  ";
    }
    line += row[kColumns - 1];
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

constexpr char kPageHead[] =
    "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
    "<title>Delegation report</title>\n<style>\n"
    "body { font-family: sans-serif; margin: 2em; }\n"
    "table { border-collapse: collapse; }\n"
    "th, td { padding: 0.2em 0.8em; text-align: left; }\n"
    "th { border-bottom: 2px solid #888; }\n"
    "tr { border-bottom: 1px solid #ddd; }\n"
    "tr.cpu { background: #fbe3d6; }\n"
    "tr.even { background: #dcebf7; }\n"
    "tr.odd { background: #e2f0d9; }\n"
    "</style></head><body>\n<h1>Delegation report</h1>\n";

std::string GraphAsHtml(const Graph& graph) {
  std::string out = "<h2>" + EscapeHtml(TitleOf(graph)) + "</h2>\n<ul>\n";
  for (const auto& d : graph.delegates) {
    if (d.failure.empty()) continue;
    out += "<li>" + EscapeHtml(d.name + " is not applied: " + d.failure) +
           "</li>\n";
  }
  for (const std::string& line : CountReasons(graph)) {
    out += "<li>" + EscapeHtml(line) + "</li>\n";
  }
  out += "</ul>\n<table>\n<tr>";
  for (const char* title : kTitles) {
    out += std::string("<th>") + title + "</th>";
  }
  out += "</tr>\n";
  for (const Node& node : graph.nodes) {
    const char* kind = node.delegate.empty()     ? "cpu"
                       : node.partition % 2 == 0 ? "even"
                                                 : "odd";
    out += std::string("<tr class=\"") + kind + "\">";
    for (const std::string& cell : RowOf(node)) {
      out += "<td>" + EscapeHtml(cell) + "</td>";
    }
    out += "</tr>\n";
  }
  return out + "</table>\n";
}

}  // namespace

std::string DelegationReportAsText(const DelegationReport& report) {
  std::string out;
  for (const Graph& graph : report.graphs) {
    out += TitleOf(graph) + "\n";
    for (const auto& d : graph.delegates) {
      if (d.failure.empty()) continue;
      out += "  " + d.name + " is not applied: " + d.failure + "\n";
    }
    for (const std::string& line : CountReasons(graph)) {
      out += "  " + line + "\n";
    }
    std::vector<Row> rows = {{kTitles, kTitles + kColumns}};
    for (const Node& node : graph.nodes) rows.push_back(RowOf(node));
    out += Table(rows);
  }
  return out;
}

std::string DelegationReportAsHtml(const DelegationReport& report) {
  std::string out = kPageHead;
  for (const Graph& graph : report.graphs) out += GraphAsHtml(graph);
  return out + "</body></html>\n";
}

base::Status WriteDelegationReport(const DelegationReport& report,
                                   const std::string& format,
                                   const std::string& path) {
  std::string text;
  if (format == "stdout") {
    text = DelegationReportAsText(report);
  } else if (format == "json") {
    text = DelegationReportAsJson(report);
  } else if (format == "html") {
    text = DelegationReportAsHtml(report);
  } else {
    return base::Invalid("'", format, "' is neither stdout, json nor html");
  }
  return WriteOutput(path, text);
}

}  // namespace tools
}  // namespace tflite

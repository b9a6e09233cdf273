#include "examples/digits/report.h"

#include <algorithm>
#include <sstream>

#include "tensorflow_lite_lite/base/strings.h"
#include "tools/html_escape.h"

namespace tflite {
namespace digits {
namespace {

using tools::EscapeHtml;

constexpr int kShownImages = 60;

constexpr char kHead[] = R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Handwritten digits</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 62em;
       padding: 0 1em; color: #1b2733; background: #fff; }
h1 { font-size: 1.6em; } h2 { font-size: 1.2em; margin-top: 2em; }
table { border-collapse: collapse; } th, td { padding: .35em .9em; text-align: left; }
th { border-bottom: 2px solid #9fb1c1; } td { border-bottom: 1px solid #dde5ec; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
.graph { display: flex; flex-wrap: wrap; align-items: center; gap: .3em; margin: .3em 0 1em; }
.node { border: 1px solid #9fb1c1; border-radius: 5px; padding: .2em .6em;
        font-size: .8em; background: #f3f6f9; }
.node.delegated { background: #d9f0dd; border-color: #4b9b5a; }
.arrow { color: #8598a8; }
.images { display: grid; grid-template-columns: repeat(auto-fill, 76px); gap: 10px; }
.image { text-align: center; font-size: .8em; }
.image.wrong { color: #b3261e; font-weight: bold; }
svg { display: block; margin: 0 auto; }
</style></head><body>
<h1>Handwritten digits</h1>
)";

void AddTable(const std::vector<Measurement>& measurements, std::ostream& out) {
  out << "<table><tr><th>network</th><th>back-end</th><th class=n>nodes "
         "delegated</th>"
         "<th class=n>partitions</th><th class=n>accuracy</th>"
         "<th class=n>greatest difference</th><th class=n>median "
         "latency</th></tr>\n";
  for (const Measurement& m : measurements) {
    out << "<tr><td>" << EscapeHtml(m.network) << "</td><td>"
        << EscapeHtml(m.backend) << "</td><td class=n>"
        << m.placement.NodesDelegated() << " of " << m.placement.nodes.size()
        << "</td><td class=n>" << m.placement.partitions.size()
        << "</td><td class=n>" << base::StrFormat("%.2f %%", 100 * m.accuracy)
        << "</td><td class=n>" << base::StrFormat("%.2g", m.max_difference)
        << "</td><td class=n>" << base::StrFormat("%.1f µs", m.median_us)
        << "</td></tr>\n";
  }
  out << "</table>\n<p>The difference is that of a class's probability from "
         "the "
         "reference kernels'.</p>\n";
}

void AddGraph(const Measurement& m, std::ostream& out) {
  out << "<h3>" << EscapeHtml(m.network) << ", " << EscapeHtml(m.backend)
      << "</h3><div class=graph>";
  out << "<span class=node>input</span>";
  std::vector<bool> drawn(m.placement.partitions.size(), false);
  for (const DelegationReport::Node& node : m.placement.nodes) {
    const int p = node.partition;
    if (p >= 0 && drawn[p]) continue;
    if (p >= 0) drawn[p] = true;
    out << "<span class=arrow>&#8594;</span><span class=\"node"
        << (p >= 0 ? " delegated" : "") << "\">";
    if (p >= 0) {
      out << EscapeHtml(node.delegate) << " ("
          << m.placement.partitions[p].nodes.size() << " nodes)";
    } else {
      out << EscapeHtml(node.op);
    }
    out << "</span>";
  }
  out << "<span class=arrow>&#8594;</span><span "
         "class=node>output</span></div>\n";
}

void AddImage(const Image& image, int predicted, std::ostream& out) {
  out << "<div class=\"image" << (predicted == image.label ? "" : " wrong")
      << "\"><svg width=64 height=64 viewBox=\"0 0 8 8\" "
         "shape-rendering=crispEdges>";
  for (int i = 0; i < kPixels; ++i) {
    const int grey = 255 - image.pixels[i] * 255 / 16;
    out << "<rect x=" << i % kSide << " y=" << i / kSide
        << " width=1 height=1 fill=\"rgb(" << grey << "," << grey << "," << grey
        << ")\"/>";
  }
  out << "</svg>" << predicted;
  if (predicted != image.label) out << " (is " << image.label << ")";
  out << "</div>\n";
}

}  // namespace

std::string Table(const std::vector<Measurement>& measurements) {
  size_t width = 8;
  for (const Measurement& m : measurements)
    width = std::max(width, m.backend.size());
  std::string out = base::StrFormat(
      "%-8s  %-*s  %15s  %10s  %9s  %19s  %14s\n", "network",
      static_cast<int>(width), "back-end", "nodes delegated", "partitions",
      "accuracy", "greatest difference", "median latency");
  for (const Measurement& m : measurements) {
    out += base::StrFormat(
        "%-8s  %-*s  %15s  %10zu  %8.2f%%  %19.2g  %11.1f us\n",
        m.network.c_str(), static_cast<int>(width), m.backend.c_str(),
        base::StrCat(m.placement.NodesDelegated(), " of ",
                     m.placement.nodes.size())
            .c_str(),
        m.placement.partitions.size(), 100 * m.accuracy, m.max_difference,
        m.median_us);
  }
  return out;
}

std::string HtmlReport(const std::vector<Measurement>& measurements) {
  std::ostringstream out;
  out << kHead;
  AddTable(measurements, out);
  out << "<h2>Graphs and partitions</h2>\n<p>Green: on the delegate.</p>\n";
  for (const Measurement& m : measurements) AddGraph(m, out);
  out << "<h2>Test images</h2>\n<p>Below each image the class that "
      << EscapeHtml(measurements.back().network) << " on "
      << EscapeHtml(measurements.back().backend)
      << " gives it.</p>\n<div class=images>\n";
  const std::vector<Image> images = TestImages();
  for (size_t i = 0; i < images.size() && i < kShownImages; ++i) {
    AddImage(images[i], measurements.back().predictions[i], out);
  }
  out << "</div></body></html>\n";
  return out.str();
}

}  // namespace digits
}  // namespace tflite

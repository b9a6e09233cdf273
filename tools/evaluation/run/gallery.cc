#include "tools/evaluation/run/gallery.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <sstream>
#include <vector>

#include "tools/evaluation/image/preprocessor.h"
#include "tools/html_escape.h"

namespace tflite {
namespace evaluation {
namespace {

using tools::EscapeHtml;

constexpr int kMaxConfusedClasses = 40;

constexpr char kStyle[] = R"(<style>
body { font: 14px sans-serif; margin: 2em; }
.cards { display: flex; flex-wrap: wrap; gap: 1em; }
.card { width: 320px; }
.image { position: relative; }
.image img { width: 100%; display: block; image-rendering: pixelated; }
.box { position: absolute; border: 2px solid; box-sizing: border-box; }
.box span { position: absolute; left: 0; background: #fffc; font-size: 11px;
  white-space: nowrap; }
.true { border-color: #0a0; border-style: dashed; color: #070; }
.true span { bottom: 0; }
.right { border-color: #06f; color: #04c; }
.wrong { border-color: #e00; color: #c00; }
.cpu { border-color: #f90; border-style: dotted; color: #a60; }
.cpu span { top: 40%; }
td, th { padding: 2px 8px; text-align: left; }
</style>
)";

std::string Base64(const std::string& bytes) {
  constexpr char kDigits[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (size_t i = 0; i < bytes.size(); i += 3) {
    uint32_t group = 0;
    for (size_t k = 0; k < 3; ++k) {
      const uint32_t byte =
          i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0;
      group = group << 8 | byte;
    }
    for (size_t k = 0; k < 4; ++k) {
      text += i + k <= bytes.size() ? kDigits[group >> (18 - 6 * k) & 63] : '=';
    }
  }
  return text;
}

void AppendLittleEndian(uint32_t value, int bytes, std::string* to) {
  for (int i = 0; i < bytes; ++i) {
    to->push_back(static_cast<char>(value >> (8 * i)));
  }
}

// Browsers do not know raw pixels.
std::string Bitmap(const std::string& rgb, int width, int height) {
  const uint32_t row = (static_cast<uint32_t>(width) * 3 + 3) / 4 * 4;
  std::string bmp = "BM";
  AppendLittleEndian(54 + row * height, 4, &bmp);
  AppendLittleEndian(0, 4, &bmp);
  AppendLittleEndian(54, 4, &bmp);
  AppendLittleEndian(40, 4, &bmp);
  AppendLittleEndian(width, 4, &bmp);
  AppendLittleEndian(height, 4, &bmp);
  AppendLittleEndian(1, 2, &bmp);
  AppendLittleEndian(24, 2, &bmp);
  for (int i = 0; i < 6; ++i) AppendLittleEndian(0, 4, &bmp);
  for (int y = height - 1; y >= 0; --y) {
    for (uint32_t i = 0; i < row; ++i) {
      const uint32_t x = i / 3, channel = 2 - i % 3;
      bmp.push_back(
          x < static_cast<uint32_t>(width)
              ? rgb[(static_cast<size_t>(y) * width + x) * 3 + channel]
              : '\0');
    }
  }
  return bmp;
}

std::string ImageElement(const RunDescription& run, const std::string& path) {
  const auto bytes = ReadFile(path);
  if (!bytes.ok()) return EscapeHtml(std::string(bytes.status().message()));
  if (!IsRawImage(path)) {
    return "<img src=\"data:image/jpeg;base64," + Base64(*bytes) + "\">";
  }
  const int width = run.input_width(), height = run.input_height();
  if (bytes->size() != static_cast<size_t>(width) * height * 3) return "";
  return "<img src=\"data:image/bmp;base64," +
         Base64(Bitmap(*bytes, width, height)) + "\">";
}

std::string BoxElement(const LabelledBox& box, const char* kind,
                       const std::string& text) {
  char style[160];
  std::snprintf(style, sizeof(style),
                "left:%.2f%%;top:%.2f%%;width:%.2f%%;height:%.2f%%",
                100.0 * box.box.left, 100.0 * box.box.top,
                100.0 * (box.box.right - box.box.left),
                100.0 * (box.box.bottom - box.box.top));
  return "<div class=\"box " + std::string(kind) + "\" style=\"" + style +
         "\"><span>" + EscapeHtml(text) + "</span></div>";
}

std::string WithScore(const RunDescription& run, int class_id, double score) {
  char text[32];
  std::snprintf(text, sizeof(text), " %.3g", score);
  return LabelOf(run, class_id) + text;
}

std::string Boxes(const RunDescription& run, const ImageRecord& record) {
  std::string html;
  const std::vector<LabelledBox> truths =
      BoxesOf(record, record.prediction()).truths;
  const std::vector<LabelledBox> boxes = ConfidentBoxes(record.prediction());
  const Matches matches = MatchBoxes(boxes, truths, 0.5);
  for (const LabelledBox& b : truths) {
    html += BoxElement(b, "true", LabelOf(run, b.class_id));
  }
  for (size_t i = 0; i < boxes.size(); ++i) {
    html += BoxElement(boxes[i], matches.truth_of[i] < 0 ? "wrong" : "right",
                       WithScore(run, boxes[i].class_id, boxes[i].score));
  }
  if (!Disagree(run, record)) return html;
  for (const LabelledBox& b : ConfidentBoxes(record.reference())) {
    html += BoxElement(b, "cpu", "CPU: " + WithScore(run, b.class_id, b.score));
  }
  return html;
}

std::string TopLabels(const RunDescription& run,
                      const ImagePrediction& prediction) {
  std::string text;
  for (int i = 0; i < std::min(3, prediction.top_classes_size()); ++i) {
    text += (i > 0 ? ", " : "") +
            WithScore(run, prediction.top_classes(i), prediction.top_scores(i));
  }
  return EscapeHtml(text);
}

std::string Card(const RunDescription& run, const ImageRecord& record) {
  const ImageVerdict verdict = Verdict(run, record);
  std::ostringstream html;
  html << "<div class=\"card\"><div class=\"image\">"
       << ImageElement(run, record.path());
  if (run.task() == kDetectionTask) html << Boxes(run, record);
  html << "</div>" << record.index() << ": " << EscapeHtml(record.path());
  if (run.task() == kDetectionTask) {
    html << "<br>" << verdict.found << " found, " << verdict.missed
         << " missed, " << verdict.wrong << " wrong";
  } else {
    html << "<br>true: <b>" << EscapeHtml(record.true_label())
         << "</b><br>model: " << TopLabels(run, record.prediction());
    if (record.has_reference()) {
      html << "<br>CPU: " << TopLabels(run, record.reference());
    }
  }
  html << "</div>\n";
  return html.str();
}

// The images with something wrong, the worst first.
std::vector<const ImageRecord*> WorstImages(const ImageRun& run,
                                            int max_images) {
  struct Item {
    const ImageRecord* record;
    bool disagrees;
    double badness;
  };
  std::vector<Item> items;
  for (const ImageRecord& record : run.records) {
    if (record.has_error()) continue;
    const Item item{&record, Disagree(run.description, record),
                    Verdict(run.description, record).badness};
    if (item.disagrees || item.badness > 0) items.push_back(item);
  }
  std::stable_sort(items.begin(), items.end(),
                   [](const Item& a, const Item& b) {
                     if (a.disagrees != b.disagrees) return a.disagrees;
                     return a.badness > b.badness;
                   });
  std::vector<const ImageRecord*> worst;
  for (const Item& item : items) {
    if (static_cast<int>(worst.size()) >= max_images) break;
    worst.push_back(item.record);
  }
  return worst;
}

}  // namespace

std::string ConfusionAsSvg(const Confusion& confusion) {
  constexpr int kSide = 24, kMargin = 140;
  const int n = static_cast<int>(confusion.names.size());
  int most = 1;
  for (const auto& row : confusion.counts) {
    for (const int count : row) most = std::max(most, count);
  }
  std::ostringstream svg;
  const int size = kMargin + n * kSide + 10;
  svg << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << size
      << "\" height=\"" << size << "\" font-family=\"sans-serif\" "
      << "font-size=\"11\">\n";
  for (int i = 0; i < n; ++i) {
    const std::string name = EscapeHtml(confusion.names[i]);
    const int middle = kMargin + i * kSide + kSide / 2;
    svg << "<text x=\"" << kMargin - 6 << "\" y=\"" << middle + 4
        << "\" text-anchor=\"end\">" << name << "</text>\n<text transform=\""
        << "translate(" << middle + 4 << " " << kMargin - 6
        << ") rotate(-90)\">" << name << "</text>\n";
    for (int j = 0; j < n; ++j) {
      const int count = confusion.counts[i][j];
      if (count == 0) continue;
      const double dark = 0.15 + 0.85 * count / most;
      svg << "<rect x=\"" << kMargin + j * kSide << "\" y=\""
          << kMargin + i * kSide << "\" width=\"" << kSide << "\" height=\""
          << kSide << "\" fill=\"" << (i == j ? "#0a0" : "#d00")
          << "\" fill-opacity=\"" << dark << "\"><title>" << name << " as "
          << EscapeHtml(confusion.names[j]) << ": " << count
          << "</title></rect><text x=\"" << kMargin + j * kSide + kSide / 2
          << "\" y=\"" << middle + 4 << "\" text-anchor=\"middle\">" << count
          << "</text>\n";
    }
  }
  svg << "</svg>\n";
  return svg.str();
}

std::string GalleryAsHtml(const ImageRun& run, const ImageResults& results,
                          int max_images) {
  std::ostringstream html;
  html << "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>"
       << EscapeHtml(run.description.task()) << "</title>\n"
       << kStyle << "</head><body>\n<h1>" << EscapeHtml(run.description.task())
       << "</h1>\n<pre>\n";
  for (const std::string& line : ResultLines(run, results)) {
    html << EscapeHtml(line) << "\n";
  }
  html << "</pre>\n<h2>Confusion</h2>\n<p>Rows: the true class. Columns: what "
          "the model says. Of the classes with the most errors, "
       << kMaxConfusedClasses << " at most.</p>\n"
       << ConfusionAsSvg(ConfusionOf(run, kMaxConfusedClasses));
  const std::vector<const ImageRecord*> worst = WorstImages(run, max_images);
  html << "<h2>The worst " << worst.size() << " images</h2>\n";
  if (run.description.task() == kDetectionTask) {
    html << "<p>Green: true objects. Blue: found. Red: wrong. Orange: the "
            "CPU's, where it disagrees. Scores from 0.5.</p>\n";
  }
  html << "<div class=\"cards\">\n";
  for (const ImageRecord* record : worst)
    html << Card(run.description, *record);
  html << "</div>\n";
  for (const ImageRecord& record : run.records) {
    if (!record.has_error()) continue;
    html << "<p>Skipped: " << EscapeHtml(record.error()) << "</p>\n";
  }
  html << "</body></html>\n";
  return html.str();
}

}  // namespace evaluation
}  // namespace tflite

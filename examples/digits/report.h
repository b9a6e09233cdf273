#ifndef EXAMPLES_DIGITS_REPORT_H_
#define EXAMPLES_DIGITS_REPORT_H_

#include <string>
#include <vector>

#include "examples/digits/backend.h"

namespace tflite {
namespace digits {

// The table of all measurements as text.
std::string Table(const std::vector<Measurement>& measurements);

// A self-contained HTML page: the table, each network's graph with the
// partitions of each back-end, and test images with the fast kernels' results.
std::string HtmlReport(const std::vector<Measurement>& measurements);

}  // namespace digits
}  // namespace tflite

#endif  // EXAMPLES_DIGITS_REPORT_H_

#ifndef EXAMPLES_DIGITS_REPORT_H_
#define EXAMPLES_DIGITS_REPORT_H_

#include <string>
#include <vector>

#include "examples/digits/backend.h"

namespace tflite {
namespace digits {

// The table of all measurements, as text.
std::string Table(const std::vector<Measurement>& measurements);

// A page of HTML that needs nothing besides itself: the table, each network's
// graph with the partitions of each back-end, and test images with what the
// fast kernels make of them.
std::string HtmlReport(const std::vector<Measurement>& measurements);

}  // namespace digits
}  // namespace tflite

#endif  // EXAMPLES_DIGITS_REPORT_H_

#ifndef TOOLS_DELEGATES_DELEGATION_REPORT_PRINTER_H_
#define TOOLS_DELEGATES_DELEGATION_REPORT_PRINTER_H_

#include <string>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/core/delegates/delegation_report.h"

namespace tflite {
namespace tools {

// A table a subgraph: node, operator, output, who runs it, partition, and what
// delegates said against it. Before it a summary: nodes and partitions, the
// reasons with their counts, the most frequent first.
std::string DelegationReportAsText(const DelegationReport& report);

// The same as a page that needs no other file.
std::string DelegationReportAsHtml(const DelegationReport& report);

// Writes the report as "stdout" (text), "json" or "html" to the file at `path`,
// or to standard output where it is empty. An error names the format or file.
base::Status WriteDelegationReport(const DelegationReport& report,
                                   const std::string& format,
                                   const std::string& path);

}  // namespace tools
}  // namespace tflite

#endif  // TOOLS_DELEGATES_DELEGATION_REPORT_PRINTER_H_

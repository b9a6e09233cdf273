#ifndef TOOLS_DELEGATES_DELEGATION_REPORT_PRINTER_H_
#define TOOLS_DELEGATES_DELEGATION_REPORT_PRINTER_H_

#include <string>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/core/delegates/delegation_report.h"

namespace tflite {
namespace tools {

// One table per subgraph: node, operator, output, who runs it, partition, and
// the delegates' reasons for not taking it. Preceded by a summary: nodes and
// partitions, and the reasons with their counts, most frequent first.
std::string DelegationReportAsText(const DelegationReport& report);

// The same as a self-contained HTML page.
std::string DelegationReportAsHtml(const DelegationReport& report);

// Writes the report as "stdout" (text), "json" or "html" to the file at `path`,
// or to standard output if it is empty. Errors name the format or file.
base::Status WriteDelegationReport(const DelegationReport& report,
                                   const std::string& format,
                                   const std::string& path);

}  // namespace tools
}  // namespace tflite

#endif  // TOOLS_DELEGATES_DELEGATION_REPORT_PRINTER_H_

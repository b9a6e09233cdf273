#ifndef TOOLS_EDGETPU_COMPILER_OPERATION_LOG_H_
#define TOOLS_EDGETPU_COMPILER_OPERATION_LOG_H_

#include <cstdint>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/core/delegates/delegation_report.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"

namespace tflite::edgetpu_compiler {

// What became of one operator of the source model.
struct Operation {
  std::string op;      // "CONV_2D"
  std::string output;  // name of its first output
  bool mapped = false;
  std::string status;  // one of those that users of such compilers know
  std::string reason;  // the detailed one; empty if mapped
  uint64_t multiplications = 0;
};

// The operations of the primary subgraph, in the order of the model.
std::vector<Operation> OperationsOf(const DelegationReport::Graph& report,
                                    const ModelT& model);

// One line per operator and status with their number, then the reasons.
std::string OperationTable(const std::vector<Operation>& operations);

// "3.36MiB", "512.00B".
std::string SizeText(uint64_t bytes);

}  // namespace tflite::edgetpu_compiler

#endif  // TOOLS_EDGETPU_COMPILER_OPERATION_LOG_H_

#ifndef TESTING_CONFORMANCE_GRAPHS_RANDOM_GRAPH_H_
#define TESTING_CONFORMANCE_GRAPHS_RANDOM_GRAPH_H_

#include <cstdint>
#include <string>

#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {

// A graph with up to ten nodes, determined by the seed: float and integer
// operators that delegates support, unread results, results that are both graph
// outputs and read by nodes, operands that nodes share or use twice. All inputs
// can be resized in their outermost dimension, unless the graph has a
// TRANSPOSE_CONV, whose output shape is fixed. The tolerance is computed from
// the nodes: the error of each, propagated through the graph.
// `quantized`: for delegates that take no floats; all values are INT8 or UINT8.
Case RandomGraph(uint64_t seed, bool quantized = false);

// One line per node, for messages: "2: ADD(0, 3) -> 4, an output".
std::string DescribeGraph(const Case& c);

}  // namespace conformance
}  // namespace tflite

#endif  // TESTING_CONFORMANCE_GRAPHS_RANDOM_GRAPH_H_

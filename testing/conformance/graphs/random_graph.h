#ifndef TESTING_CONFORMANCE_GRAPHS_RANDOM_GRAPH_H_
#define TESTING_CONFORMANCE_GRAPHS_RANDOM_GRAPH_H_

#include <cstdint>
#include <string>

#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {

// A graph of up to ten nodes, the same one for the same seed: float and integer
// operators that delegates lower, results that nobody reads, results that are
// the graph's and are read as well, operands that nodes share or take twice.
// All of its inputs can be resized in their outermost dimension, unless it has
// a TRANSPOSE_CONV, whose output has a fixed shape. The tolerance follows from
// the nodes: what each may lose, and what becomes of it further on.
Case RandomGraph(uint64_t seed);

// A line a node, for messages: "2: ADD(0, 3) -> 4, an output".
std::string DescribeGraph(const Case& c);

}  // namespace conformance
}  // namespace tflite

#endif  // TESTING_CONFORMANCE_GRAPHS_RANDOM_GRAPH_H_

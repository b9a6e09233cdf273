#ifndef KERNELS_TESTING_STATE_MEMORY_H_
#define KERNELS_TESTING_STATE_MEMORY_H_

#include <cstddef>
#include <functional>

#include "kernels/testing/op_test.h"

namespace tflite::kernels {

// Runs the node with both kernels, twice with the fast one, and compares the
// memory that this one reports to keep with what it allocates in addition to
// the reference, which keeps only the bound operator; results do not show it.
// They may differ by 2 % and 4 KB: make the kernel keep some 50 KB or more.
// Passes under sanitizers, which do not say what is allocated. The test must
// have one thread.
::testing::AssertionResult ReportsItsMemory(OpTest& test,
                                            const OpFunctions& reference,
                                            const OpFunctions& fast);

// The same of what `make` leaves allocated, of which it returns the bytes.
::testing::AssertionResult ReportsItsMemory(
    const std::function<size_t()>& make);

// Whether more calls of `action`, after the first ones, take no more memory of
// malloc, of which nothing else tells that it was lost. Passes under
// sanitizers.
::testing::AssertionResult GivesMemoryBack(const std::function<void()>& action);

}  // namespace tflite::kernels

#endif  // KERNELS_TESTING_STATE_MEMORY_H_

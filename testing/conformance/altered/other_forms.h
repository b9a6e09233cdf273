#ifndef TESTING_CONFORMANCE_ALTERED_OTHER_FORMS_H_
#define TESTING_CONFORMANCE_ALTERED_OTHER_FORMS_H_

#include <vector>

#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {

// Forms of operators that no delegate takes. They are not in the operators'
// tables, where each would be a row in the list of every delegate.
std::vector<Case> OtherForms();

}  // namespace conformance
}  // namespace tflite

#endif  // TESTING_CONFORMANCE_ALTERED_OTHER_FORMS_H_

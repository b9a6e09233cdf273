// BuiltinRefOpResolver, under the name programs include.
#ifndef KERNELS_REGISTER_REGISTER_REF_H_
#define KERNELS_REGISTER_REGISTER_REF_H_

#include "kernels/register/register.h"  // IWYU pragma: export

#endif  // KERNELS_REGISTER_REGISTER_REF_H_

// The Register_* functions, under the name programs include.
#ifndef KERNELS_REGISTER_BUILTIN_OP_KERNELS_H_
#define KERNELS_REGISTER_BUILTIN_OP_KERNELS_H_

#include "kernels/register/builtin_registrations.h"  // IWYU pragma: export

#endif  // KERNELS_REGISTER_BUILTIN_OP_KERNELS_H_

#ifndef DELEGATES_DSP_SKEL_MEMORY_FUNCTIONS_H_
#define DELEGATES_DSP_SKEL_MEMORY_FUNCTIONS_H_

#include <stddef.h>

// Functions of the C library; runtime_hexagon.cc defines them without one.
extern "C" {
void* memcpy(void* to, const void* from, size_t bytes);
void* memmove(void* to, const void* from, size_t bytes);
void* memset(void* to, int value, size_t bytes);
int memcmp(const void* a, const void* b, size_t bytes);
}

#endif  // DELEGATES_DSP_SKEL_MEMORY_FUNCTIONS_H_

#ifndef TENSORFLOW_LITE_LITE_BASE_PAGES_H_
#define TENSORFLOW_LITE_LITE_BASE_PAGES_H_

#include <cstddef>

#include "tensorflow_lite_lite/base/namespaces.h"

namespace tflite::base {

// Memory that is filled as soon as it is allocated, such as packed weights and
// the arenas of tensors. Blocks of 64 KB and more come straight from the
// system, up to 16 MB with all their pages in one call, which takes half the
// time of a page fault for each. The functions may be called by several threads
// at once.

// At least 64-byte aligned, with undefined contents; null if there is not
// enough memory. Free it with FreePages and the same size.
void* AllocatePages(size_t bytes);
void FreePages(void* data, size_t bytes);

// The bytes of all blocks in use that came straight from the system, which
// malloc's statistics do not contain. For tests.
size_t MappedBytes();

// Removes the pages that lie entirely in a read-only mapping's range
// [data, data + bytes) from the memory of this process. The next access reads
// them from the file again, usually from the system's file cache.
void DropFilePages(const void* data, size_t bytes);

}  // namespace tflite::base

#endif  // TENSORFLOW_LITE_LITE_BASE_PAGES_H_

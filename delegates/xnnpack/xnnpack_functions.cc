#include "delegates/xnnpack/xnnpack_functions.h"

#include <dlfcn.h>

#include <cstdlib>
#include <string>

namespace tflite::xnnpack {

#define TFLL_DEFINE(name) decltype(&::name) name = nullptr;
TFLL_XNN_FUNCTIONS(TFLL_DEFINE)
#undef TFLL_DEFINE

namespace {

// XNNPACK and its dependencies find their own functions and each other's, even
// if the process has other copies whose names are visible everywhere, as
// PyTorch brings: pthreadpool of another release would get our thread pool.
// Programs with a sanitizer abort on this, because it bypasses their malloc.
int OwnNamesFirst() {
#ifdef RTLD_DEEPBIND
  for (const char* name : {"__asan_init", "__msan_init", "__tsan_init"}) {
    if (dlsym(RTLD_DEFAULT, name) != nullptr) return 0;
  }
  return RTLD_DEEPBIND;
#else
  return 0;
#endif
}

base::Status Open() {
  const char* const named = secure_getenv("TFLL_XNNPACK_LIBRARY");
  const std::string file = named != nullptr ? named : TFLL_XNNPACK_SONAME;
  // An empty name would open the program itself.
  void* const library =
      file.empty()
          ? nullptr
          : dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL | OwnNamesFirst());
  if (library == nullptr) {
    const char* const why = file.empty() ? nullptr : dlerror();
    return base::Internal(
        "XNNPACK cannot be opened: ",
        why != nullptr ? why : "TFLL_XNNPACK_LIBRARY names no file");
  }
#define TFLL_REFUSE(name)                                                    \
  if (dlsym(library, #name) != nullptr) {                                    \
    return base::Internal("XNNPACK cannot be used: ", file,                  \
                          " is a newer release than this was built for: it " \
                          "has ",                                            \
                          #name);                                            \
  }
  TFLL_XNN_FUNCTIONS_OF_SOME_RELEASES(TFLL_REFUSE, TFLL_XNN_WHERE_NOT)
#undef TFLL_REFUSE
  // Functions of pthreadpool are found in the dependencies of XNNPACK.
#define TFLL_RESOLVE(name)                                                     \
  name = reinterpret_cast<decltype(&::name)>(dlsym(library, #name));           \
  if (name == nullptr) {                                                       \
    return base::Internal("XNNPACK cannot be used: ", file, " lacks ", #name); \
  }
  TFLL_XNN_FUNCTIONS(TFLL_RESOLVE)
#undef TFLL_RESOLVE
  return base::OkStatus();
}

}  // namespace

base::Status LoadXnnpack() {
  static const auto* const kStatus = new base::Status(Open());
  return *kStatus;
}

}  // namespace tflite::xnnpack

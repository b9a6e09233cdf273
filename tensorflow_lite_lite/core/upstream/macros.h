#ifndef TENSORFLOW_LITE_LITE_CORE_UPSTREAM_MACROS_H_
#define TENSORFLOW_LITE_LITE_CORE_UPSTREAM_MACROS_H_

// Marks a definition as weak: a definition with the same name in another file
// replaces it.
#if defined(__has_attribute)
#if __has_attribute(weak)
#define TFLITE_HAS_ATTRIBUTE_WEAK 1
#endif
#endif
#ifdef TFLITE_HAS_ATTRIBUTE_WEAK
#define TFLITE_ATTRIBUTE_WEAK __attribute__((weak))
#else
#define TFLITE_HAS_ATTRIBUTE_WEAK 0
#define TFLITE_ATTRIBUTE_WEAK
#endif

#ifndef TFLITE_NOINLINE
#if defined(__GNUC__)
#define TFLITE_NOINLINE __attribute__((noinline))
#else
#define TFLITE_NOINLINE
#endif
#endif

#endif  // TENSORFLOW_LITE_LITE_CORE_UPSTREAM_MACROS_H_

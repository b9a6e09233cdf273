/* The delegate and its devices in C, under the names of Edge TPUs' library. */
#ifndef DELEGATES_EDGETPU_API_EDGETPU_C_H_
#define DELEGATES_EDGETPU_API_EDGETPU_C_H_

#include <stddef.h>

#include "tensorflow_lite_lite/c/common.h"

#ifdef __cplusplus
extern "C" {
#endif

enum edgetpu_device_type {
  EDGETPU_APEX_PCI = 0,
  EDGETPU_APEX_USB = 1,
};

struct edgetpu_device {
  enum edgetpu_device_type type;
  const char* path;
};

struct edgetpu_option {
  const char* name;
  const char* value;
};

/* The devices, and their number; null if there are none. The caller frees the
   list with edgetpu_free_devices. */
struct edgetpu_device* edgetpu_list_devices(size_t* num_devices);
void edgetpu_free_devices(struct edgetpu_device* devices);

/* A delegate on the device of this type with the path `name`, or on the first
   of the type if that is null. Options: see EdgeTpuManager::DeviceOptions. Null
   if there is no such device, or if an option is unknown. */
TfLiteDelegate* edgetpu_create_delegate(enum edgetpu_device_type type,
                                        const char* name,
                                        const struct edgetpu_option* options,
                                        size_t num_options);
/* Null is allowed. */
void edgetpu_free_delegate(TfLiteDelegate* delegate);

/* 0 to 10. Accepted, without an effect. */
void edgetpu_verbosity(int verbosity);
/* Static lifetime. */
const char* edgetpu_version(void);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* DELEGATES_EDGETPU_API_EDGETPU_C_H_ */

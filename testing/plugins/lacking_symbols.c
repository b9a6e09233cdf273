/* A plugin that needs functions which no host has. */
int no_host_has_this(int x);
int nor_this(int x);

void* tflite_plugin_create_delegate(const char* const* keys,
                                    const char* const* values,
                                    unsigned long num_options,
                                    void (*report_error)(const char*)) {
  (void)keys;
  (void)values;
  (void)report_error;
  return no_host_has_this((int)num_options) != 0 ? (void*)0 : (void*)0;
}

void tflite_plugin_destroy_delegate(void* delegate) {
  (void)delegate;
  nor_this(0);
}

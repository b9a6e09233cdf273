// The executor as an ordinary process of the host.
#include "delegates/dsp/skel/serve.h"
#include "delegates/dsp/wire/messages.h"

int main() {
  return tflite::dsp::Serve(tflite::dsp::kChildIn, tflite::dsp::kChildOut);
}

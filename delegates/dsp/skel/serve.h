#ifndef DELEGATES_DSP_SKEL_SERVE_H_
#define DELEGATES_DSP_SKEL_SERVE_H_

namespace tflite::dsp {

// Answers the calls from a pipe until it is closed. Returns 0, or 1 after an
// invalid message.
int Serve(int in, int out);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_SERVE_H_

#ifndef TOOLS_EVALUATION_RUN_GALLERY_H_
#define TOOLS_EVALUATION_RUN_GALLERY_H_

#include <string>

#include "tools/evaluation/run/results.h"
#include "tools/evaluation/run/verdict.h"

namespace tflite {
namespace evaluation {

// A self-contained page: the results, the confusion picture, and the worst
// images with their labels or boxes; those on which the CPU disagrees first, if
// it was compared. Reads the images again; of one that is missing, the page has
// the name only.
std::string GalleryAsHtml(const ImageRun& run, const ImageResults& results,
                          int max_images);

// A square for each pair of classes, darker for larger counts, as SVG.
std::string ConfusionAsSvg(const Confusion& confusion);

}  // namespace evaluation
}  // namespace tflite

#endif  // TOOLS_EVALUATION_RUN_GALLERY_H_

# Splits what flatc generates: the bodies of the object API (UnPack, Pack, copies) and of
# the verification of unions go to a source of their own, compiled once. Parsing them
# took most of the time of every source that includes the header.
#
# Run with -v source=FILE: writes the bodies there, and the rest to standard output.

/^inline [A-Za-z0-9_]+T \*[A-Za-z0-9_]+::UnPack\(/ && state == 0 {
  state = 1
  print "#include \"tensorflow_lite_lite/schema/schema_generated.h\"\n" > source
  print "namespace tflite {\n" > source
}

/^inline const tflite::Model \*GetModel\(/ && state == 1 {
  state = 2
  print "}  // namespace tflite" > source
}

state == 1 {
  sub(/^inline /, "")
  print > source
  next
}

{ print }

END {
  if (state != 2) {
    print "split_generated.awk: flatc's output has another order" > "/dev/stderr"
    exit 1
  }
}

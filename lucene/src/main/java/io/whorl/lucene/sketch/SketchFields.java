package io.whorl.lucene.sketch;

/**
 * The doc values of a fingerprint field.
 *
 * @param sketch the name of the binary doc values with the sketch
 * @param keys the name of the sorted numeric doc values with the group keys
 * @param format the bytes of a sketch
 * @param bands the number of group keys, 0 if there are none
 * @param rows the number of minima in each key
 */
public record SketchFields(String sketch, String keys, SketchFormat format, int bands, int rows) {}

package io.whorl.lucene.sketch;

/**
 * The doc values of a fingerprint field.
 *
 * @param sketch the name of the binary doc values with the sketch
 * @param keys the name of the sorted numeric doc values with the group keys
 * @param format the bytes of a sketch
 */
public record SketchFields(String sketch, String keys, SketchFormat format) {}

/**
 * Judges passages: pairs of texts with known cases of copying, aligners that detect them, and plagdet, which scores the
 * detections. Pairs come from a collection with the layout of PAN's text alignment task, or are made by copying
 * passages between the documents of another collection.
 */
package io.whorl.lab.align;

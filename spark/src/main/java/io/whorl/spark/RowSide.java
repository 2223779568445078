package io.whorl.spark;

import io.whorl.score.Side;

/** A document as one side of a comparison. */
record RowSide(long minutiae, long words, byte[] extra) implements Side {}

package io.whorl.query;

import io.whorl.measure.Side;

/** The query, as it is compared with documents. */
record QuerySide(long minutiae, long words, byte[] extra) implements Side {}

package io.whorl.corpus;

import java.util.concurrent.Future;

/**
 * Something found in the sources, in its turn.
 *
 * @param outcome what becomes of it, perhaps only later
 * @param bytes it holds in memory
 * @param position bytes of the sources read when it was found
 */
record Find(Future<Outcome> outcome, int bytes, long position) {}

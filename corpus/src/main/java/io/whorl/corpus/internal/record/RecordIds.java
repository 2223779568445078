package io.whorl.corpus.internal.record;

import io.whorl.corpus.format.Part;

/** Ids of records that bring none along: those of one dump, and of two dumps, differ. */
final class RecordIds {
    private RecordIds() {}

    /** @param number which record of the dump, or where in it */
    static String id(Part whole, long number) {
        return whole.id().orElse(whole.name()) + ":" + number;
    }
}

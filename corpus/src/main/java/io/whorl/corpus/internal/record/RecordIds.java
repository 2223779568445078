package io.whorl.corpus.internal.record;

import io.whorl.corpus.format.Part;

/** Ids for records without ids of their own; unique within a dump and between dumps. */
final class RecordIds {
    private RecordIds() {}

    /** @param number the number of the record in the dump, or its position */
    static String id(Part whole, long number) {
        return whole.id().orElse(whole.name()) + ":" + number;
    }
}

package io.whorl.merge;

import io.whorl.store.FormTable;
import io.whorl.store.Segment;
import io.whorl.store.StoredForms;
import io.whorl.store.StoredKinds;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;

/**
 * The texts or fingerprints of merged documents. Their stored form is copied, because it depends on nothing but the
 * text or the fingerprint.
 */
final class MergedForms implements StoredForms {
    private final List<SegmentMerge.Input> inputs;
    private final MergedDocuments documents;
    private final Function<Segment, FormTable> table;

    /** @param table the texts or the fingerprints of a segment */
    MergedForms(List<SegmentMerge.Input> inputs, MergedDocuments documents, Function<Segment, FormTable> table) {
        this.inputs = inputs;
        this.documents = documents;
        this.table = table;
    }

    /**
     * What the inputs store.
     *
     * @throws IllegalArgumentException if they differ
     */
    static StoredKinds in(List<SegmentMerge.Input> inputs) {
        if (inputs.isEmpty()) {
            return StoredKinds.NONE;
        }
        Segment first = inputs.get(0).segment();
        for (SegmentMerge.Input input : inputs) {
            if (!input.segment().stored().equals(first.stored())) {
                throw new IllegalArgumentException("all inputs must store the same of their documents: "
                        + input.segment().file() + " and " + first.file() + " differ");
            }
        }
        return first.stored();
    }

    private FormTable input(long ordinal) {
        return table.apply(inputs.get(documents.inputOf(ordinal)).segment());
    }

    @Override
    public int bytes(long ordinal) {
        documents.check(ordinal);
        return input(ordinal).bytes(documents.old(ordinal));
    }

    @Override
    public void write(long ordinal, Sink out) throws IOException {
        documents.check(ordinal);
        input(ordinal).write(documents.old(ordinal), out);
    }
}

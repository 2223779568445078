package io.whorl.merge;

import io.whorl.store.Segment;
import io.whorl.store.StoredTexts;
import java.io.IOException;
import java.util.List;

/** The texts of merged documents. Their stored form is copied, because it depends on nothing but the text. */
final class MergedTexts implements StoredTexts {
    private final List<SegmentMerge.Input> inputs;
    private final MergedDocuments documents;

    MergedTexts(List<SegmentMerge.Input> inputs, MergedDocuments documents) {
        this.inputs = inputs;
        this.documents = documents;
    }

    /**
     * Whether the inputs store texts.
     *
     * @throws IllegalArgumentException if only some of them do
     */
    static boolean areIn(List<SegmentMerge.Input> inputs) {
        if (inputs.isEmpty()) {
            return false;
        }
        Segment first = inputs.get(0).segment();
        for (SegmentMerge.Input input : inputs) {
            if (input.segment().texts().isStored() != first.texts().isStored()) {
                throw new IllegalArgumentException("either all inputs store texts or none does: "
                        + input.segment().file() + " and " + first.file() + " differ");
            }
        }
        return first.texts().isStored();
    }

    private Segment input(long ordinal) {
        return inputs.get(documents.inputOf(ordinal)).segment();
    }

    @Override
    public int bytes(long ordinal) {
        documents.check(ordinal);
        return input(ordinal).texts().bytes(documents.old(ordinal));
    }

    @Override
    public void write(long ordinal, Sink out) throws IOException {
        documents.check(ordinal);
        input(ordinal).texts().write(documents.old(ordinal), out);
    }
}

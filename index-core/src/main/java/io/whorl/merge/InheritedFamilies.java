package io.whorl.merge;

import io.whorl.assembly.DocumentOrder;
import io.whorl.store.Families;
import io.whorl.store.ScratchBits;
import io.whorl.store.ScratchSequence;
import io.whorl.store.ScratchSpace;
import io.whorl.store.TempFile;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * The families of the inputs of a merge without their deleted documents. If the first of a family is deleted, the next
 * living one holds its postings.
 */
final class InheritedFamilies implements MergedFamilies {
    private final List<SegmentMerge.Input> inputs;
    private final MergedDocuments documents;
    private final Optional<TempFile> file;
    private final ScratchSequence[] holders;
    private boolean none = true;

    InheritedFamilies(List<SegmentMerge.Input> inputs, MergedDocuments documents, ScratchSpace scratch)
            throws IOException {
        this.inputs = inputs;
        this.documents = documents;
        holders = new ScratchSequence[inputs.size()];
        for (SegmentMerge.Input input : inputs) {
            none &= input.segment().families().isEmpty();
        }
        file = none ? Optional.empty() : documents.scratchFile(scratch);
        try {
            for (int i = 0; i < holders.length; i++) {
                SegmentMerge.Input input = inputs.get(i);
                boolean asTheyAre =
                        input.dead().isEmpty() || input.segment().families().isEmpty();
                holders[i] = asTheyAre ? documents.ordinals(i) : promoted(input, documents.ordinals(i));
            }
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private ScratchSequence promoted(SegmentMerge.Input input, ScratchSequence ordinals) throws IOException {
        long count = input.dead().documents();
        ScratchSequence promoted = new ScratchSequence(count, file);
        ScratchBits aliases = new ScratchBits(count, file);
        Families families = input.segment().families();
        for (long at = 0; at < count; at++) {
            long old = at;
            documents.check(at);
            promoted.add(input.segment().reading(() -> {
                long next = families.next(old);
                if (next > old) {
                    aliases.add(next);
                }
                // No list contains an alias, so its value is not used.
                long living = aliases.contains(old) ? -1 : families.firstLiving(old, input.dead());
                return living < 0 ? DocumentOrder.LEFT_OUT : ordinals.get(living);
            }));
        }
        promoted.finish();
        return promoted;
    }

    @Override
    public boolean isEmpty() {
        return none;
    }

    @Override
    public ScratchSequence holders(int input) {
        return holders[input];
    }

    @Override
    public long next(long ordinal) {
        documents.check(ordinal);
        int i = documents.inputOf(ordinal);
        SegmentMerge.Input input = inputs.get(i);
        Families families = input.segment().families();
        if (families.isEmpty()) {
            return ordinal;
        }
        return documents
                .ordinals(i)
                .get(input.segment().reading(() -> families.nextLiving(documents.old(ordinal), input.dead())));
    }

    @Override
    public void close() throws IOException {
        if (file.isPresent()) {
            file.get().close();
        }
    }
}

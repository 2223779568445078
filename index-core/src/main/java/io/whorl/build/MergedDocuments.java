package io.whorl.build;

import io.whorl.store.DeadDocuments;
import io.whorl.store.DocumentSource;
import io.whorl.store.DocumentTable;
import io.whorl.store.Segment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/**
 * The documents alive in several segments, in the order of their ids: a merge of what is in that order in each. Of a
 * document only its old and new number are in heap; the rest is read from the segment it is in.
 */
final class MergedDocuments implements DocumentSource {
    private static final int ASKED = 1 << 12;

    private final List<SegmentMerge.Input> inputs;
    private final BooleanSupplier cancelled;
    private final int[][] ordinals;
    private final int[] inputOf;
    private final int[] old;
    private final DocumentTable.IdCursor[] cursors;
    private int count;

    MergedDocuments(List<SegmentMerge.Input> inputs, BooleanSupplier cancelled) {
        this.inputs = inputs;
        this.cancelled = cancelled;
        ordinals = new int[inputs.size()][];
        cursors = new DocumentTable.IdCursor[inputs.size()];
        long alive = 0;
        for (int i = 0; i < ordinals.length; i++) {
            SegmentMerge.Input input = inputs.get(i);
            ordinals[i] = new int[Math.toIntExact(input.segment().counts().documents())];
            Arrays.fill(ordinals[i], DocumentOrder.LEFT_OUT);
            cursors[i] = input.segment().reading(() -> input.segment().documents().ids());
            alive += input.alive();
            advance(i);
        }
        inputOf = new int[Math.toIntExact(alive)];
        old = new int[inputOf.length];
        number();
    }

    private void number() {
        for (int input = least(); input >= 0; input = least()) {
            check(count);
            DocumentTable.IdCursor least = cursors[input];
            for (int i = input + 1; i < cursors.length; i++) {
                if (cursors[i] != null && cursors[i].compareTo(least) == 0) {
                    throw new IllegalArgumentException("inputs " + input + " and " + i + " both hold a document that is "
                            + "alive, of id " + new String(least.id(), StandardCharsets.UTF_8));
                }
            }
            int from = (int) least.ordinal();
            ordinals[input][from] = count;
            inputOf[count] = input;
            old[count++] = from;
            advance(input);
        }
    }

    /** The input whose next living document is the first by id; of equal ones the first input. −1 at the end. */
    private int least() {
        int least = -1;
        for (int i = 0; i < cursors.length; i++) {
            if (cursors[i] != null && (least < 0 || cursors[i].compareTo(cursors[least]) < 0)) {
                least = i;
            }
        }
        return least;
    }

    private void advance(int i) {
        DeadDocuments dead = inputs.get(i).dead();
        DocumentTable.IdCursor cursor = cursors[i];
        boolean found = segment(i).reading(() -> {
            boolean more = cursor.next();
            while (more && dead.contains(cursor.ordinal())) {
                more = cursor.next();
            }
            return more;
        });
        cursors[i] = found ? cursor : null;
    }

    /** For each document of an input its ordinal, or {@link DocumentOrder#LEFT_OUT}. */
    int[] ordinals(int input) {
        return ordinals[input];
    }

    long words() {
        long words = 0;
        for (int i = 0; i < count; i++) {
            words += words(i);
        }
        return words;
    }

    private Segment segment(int input) {
        return inputs.get(input).segment();
    }

    private DocumentTable table(long ordinal) {
        return segment(inputOf[(int) ordinal]).documents();
    }

    private void check(long documents) {
        if ((documents & ASKED - 1) == 0 && cancelled.getAsBoolean()) {
            throw new CancellationException("the merge was cancelled by its caller");
        }
    }

    @Override
    public long count() {
        return count;
    }

    @Override
    public byte[] id(long i) {
        check(i);
        return segment(inputOf[(int) i]).reading(() -> table(i).idBytes(old[(int) i]));
    }

    @Override
    public long words(long i) {
        return table(i).words(old[(int) i]);
    }

    @Override
    public long minutiae(long i) {
        return table(i).minutiae(old[(int) i]);
    }

    @Override
    public byte[] extra(long i) {
        return segment(inputOf[(int) i]).reading(() -> table(i).extra(old[(int) i]));
    }
}

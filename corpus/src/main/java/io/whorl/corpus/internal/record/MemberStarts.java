package io.whorl.corpus.internal.record;

import io.whorl.corpus.internal.io.StoredContent;
import java.util.ArrayDeque;
import java.util.OptionalLong;

/** The starts of the gzip members that were read and not yet passed. Of very many only some are kept. */
final class MemberStarts implements StoredContent.Members {
    private static final int MOST = 1 << 16;

    private record Start(long stored, long plain) {}

    private final ArrayDeque<Start> starts = new ArrayDeque<>();

    @Override
    public void begin(long stored, long plain) {
        // Empty members belong to the member after them.
        if (starts.isEmpty() || starts.getLast().plain < plain) {
            if (starts.size() == MOST) {
                starts.removeLast();
            }
            starts.addLast(new Start(stored, plain));
        }
    }

    /**
     * Returns the position of the member that starts with a byte of the unpacked content; empty if none does.
     *
     * @param plain not before that of the last call
     */
    OptionalLong at(long plain) {
        while (!starts.isEmpty() && starts.getFirst().plain < plain) {
            starts.removeFirst();
        }
        return !starts.isEmpty() && starts.getFirst().plain == plain
                ? OptionalLong.of(starts.getFirst().stored)
                : OptionalLong.empty();
    }
}

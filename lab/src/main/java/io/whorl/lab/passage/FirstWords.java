package io.whorl.lab.passage;

import java.util.Arrays;
import java.util.Optional;

/** Cuts a passage to its first words. Words are separated by white space. */
final class FirstWords {
    private FirstWords() {}

    /** Returns so many words after the first, which may be incomplete; absent if there are not enough. */
    static Optional<byte[]> of(byte[] utf8, int words) {
        int start = -1;
        int ended = 0;
        for (int i = 0; i <= utf8.length; i++) {
            boolean space = i == utf8.length || utf8[i] == ' ' || utf8[i] >= '\t' && utf8[i] <= '\r';
            boolean before = i == 0 || utf8[i - 1] == ' ' || utf8[i - 1] >= '\t' && utf8[i - 1] <= '\r';
            if (space && !before) {
                ended++;
                if (ended == words + 1) {
                    return Optional.of(Arrays.copyOfRange(utf8, start, i));
                }
            } else if (!space && before && ended == 1 && start < 0) {
                start = i;
            }
        }
        return Optional.empty();
    }
}

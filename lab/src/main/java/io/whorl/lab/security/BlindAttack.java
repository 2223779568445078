package io.whorl.lab.security;

import java.util.BitSet;
import java.util.List;

/**
 * An adversary who does not know which chunks are tested, so he replaces words at regular distances. Changes are tried
 * by bisection, as if more changes never helped the test.
 */
final class BlindAttack {
    private final EditedText text;
    private final double phi;

    BlindAttack(EditedText text, double phi) {
        this.text = text;
        this.phi = phi;
    }

    /** Returns the least number of changed words with which none of these tests finds a violation. */
    int changes(List<OperationalTest> tests) {
        int low = 0;
        int high = text.words();
        while (low < high) {
            int middle = (low + high) >>> 1;
            byte[] edited = text.with(even(text.words(), middle));
            if (tests.stream().anyMatch(test -> test.of(edited).violation(phi))) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Returns so many words at equal distances, apart from rounding. */
    static BitSet even(int words, int changes) {
        BitSet chosen = new BitSet(words);
        for (int i = 0; i < changes; i++) {
            chosen.set((int) ((2L * i + 1) * words / (2L * changes)));
        }
        return chosen;
    }
}

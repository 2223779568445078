package io.whorl.lab.security;

import io.whorl.lab.security.Evidence.Range;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The adversary of COPS 3.3, who knows the test, or all tests of a family of which one is used. He replaces the word
 * that most matching chunks contain, again and again, until no test finds a violation. If one word inserted before the
 * text is enough, he inserts it.
 */
final class InformedAttack {
    private final EditedText text;
    private final List<OperationalTest> tests;
    private final double phi;

    InformedAttack(EditedText text, List<OperationalTest> tests, double phi) {
        this.text = text;
        this.tests = List.copyOf(tests);
        this.phi = phi;
    }

    /** The chunks of one test that still have to stop to match. */
    private static final class Target {
        private final List<Range> left;
        private int needed;

        Target(Evidence evidence, double phi) {
            left = new ArrayList<>(evidence.matching());
            needed = evidence.excess(phi);
        }
    }

    /** Returns the number of changed words. */
    int changes() {
        byte[] shifted = text.withInsertion();
        if (tests.stream().noneMatch(test -> test.of(shifted).violation(phi))) {
            return tests.stream().noneMatch(test -> test.of(text.utf8()).violation(phi)) ? 0 : 1;
        }
        BitSet replaced = new BitSet();
        while (true) {
            byte[] edited = text.with(replaced);
            List<Target> targets = new ArrayList<>();
            for (OperationalTest test : tests) {
                Evidence evidence = test.of(edited);
                if (evidence.violation(phi)) {
                    targets.add(new Target(evidence, phi));
                }
            }
            if (targets.isEmpty()) {
                return replaced.cardinality();
            }
            replace(targets, replaced);
        }
    }

    /** Replaces words until each test should pass. New chunks may be selected then, so the tests are asked again. */
    private void replace(List<Target> targets, BitSet replaced) {
        int[] chunks = new int[text.words()];
        targets.forEach(target -> target.left.forEach(range -> add(chunks, range, 1)));
        while (targets.stream().anyMatch(target -> target.needed > 0)) {
            int best = 0;
            for (int word = 1; word < chunks.length; word++) {
                best = chunks[word] > chunks[best] ? word : best;
            }
            int word = best;
            replaced.set(word);
            for (Target target : targets) {
                if (target.needed > 0) {
                    for (Range range : target.left) {
                        if (range.from() <= word && word < range.to()) {
                            add(chunks, range, -1);
                            target.needed--;
                        }
                    }
                    target.left.removeIf(range -> range.from() <= word && word < range.to());
                    if (target.needed <= 0) {
                        target.left.forEach(range -> add(chunks, range, -1));
                    }
                }
            }
        }
    }

    private static void add(int[] chunks, Range range, int one) {
        for (int word = range.from(); word < range.to(); word++) {
            chunks[word] += one;
        }
    }
}

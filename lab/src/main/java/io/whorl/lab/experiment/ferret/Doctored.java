package io.whorl.lab.experiment.ferret;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A text that contains half of another one (LMD 6.2).
 *
 * @param source the text whose first half is copied
 * @param target the text that the copy is put into
 * @param made the doctored text
 */
record Doctored(Paper source, Paper target, Paper made) {
    /** The maximum length of a target relative to its source. At 4/3, R would be 0.30 if nothing else is shared. */
    static final double LONGEST = 1.25;

    /** The part of the target that is replaced. */
    enum Room {
        /** The first half. */
        HALF,
        /** As many words from the start as are copied. */
        AS_MUCH
    }

    static boolean suits(Paper source, Paper target) {
        return target.tokens().length <= LONGEST * source.tokens().length;
    }

    static Doctored of(Paper source, Paper target, Room room, Trigrams trigrams) {
        String[] from = source.tokens();
        String[] into = target.tokens();
        int copied = from.length / 2;
        int kept = Math.min(into.length, room == Room.HALF ? into.length / 2 : copied);
        String text = String.join(" ", Arrays.copyOf(from, copied))
                + ' '
                + String.join(" ", Arrays.copyOfRange(into, kept, into.length));
        return new Doctored(source, target, trigrams.paper(target.id() + " doctored", text));
    }

    /** Doctors each target with the next suitable source, cyclically. A target without a suitable source is skipped. */
    static List<Doctored> each(List<Paper> targets, List<Paper> sources, Trigrams trigrams) {
        List<Doctored> all = new ArrayList<>();
        int next = 0;
        for (Paper target : targets) {
            for (int tried = 0; tried < sources.size(); tried++) {
                Paper source = sources.get(next);
                next = (next + 1) % sources.size();
                if (suits(source, target)) {
                    all.add(of(source, target, Room.HALF, trigrams));
                    break;
                }
            }
        }
        return all;
    }

    /**
     * Returns R of doctored text and source for every suitable pair. The doctored texts are too many to keep in memory.
     */
    static double[] resemblances(List<Paper> papers, Room room, Trigrams trigrams) {
        return papers.stream()
                .flatMapToDouble(source -> papers.stream()
                        .filter(target -> source != target && suits(source, target))
                        .mapToDouble(
                                target -> of(source, target, room, trigrams).resemblance()))
                .toArray();
    }

    /** Returns R of the doctored text and its source. */
    double resemblance() {
        return made.resemblance(source);
    }
}

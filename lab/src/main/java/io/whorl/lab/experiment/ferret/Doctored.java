package io.whorl.lab.experiment.ferret;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A text into which half of another was put (LMD 6.2).
 *
 * @param source whose first half was taken; it stays as it is
 * @param target in which it took the place of text
 * @param made the doctored text
 */
record Doctored(Paper source, Paper target, Paper made) {
    /** A target may be longer than its source by this factor: with 4/3 and nothing else in common, R would be 0.30. */
    static final double LONGEST = 1.25;

    /** How much of the target makes room. */
    enum Room {
        /** Its first half. */
        HALF,
        /** As much of its beginning as is put in. */
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

    /** For each target the next suitable one of the sources, cyclically; a target that none suits is passed over. */
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

    /** R of the doctored text and its source, for every suitable pair of papers; they are too many to be held. */
    static double[] resemblances(List<Paper> papers, Room room, Trigrams trigrams) {
        return papers.stream()
                .flatMapToDouble(source -> papers.stream()
                        .filter(target -> source != target && suits(source, target))
                        .mapToDouble(
                                target -> of(source, target, room, trigrams).resemblance()))
                .toArray();
    }

    /** R of the doctored text and its source. */
    double resemblance() {
        return made.resemblance(source);
    }
}

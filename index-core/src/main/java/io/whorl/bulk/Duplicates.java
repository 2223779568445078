package io.whorl.bulk;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How a build treats a document that equals one added earlier under another id. Documents with the same id are a
 * different matter; see {@link RepeatedIds}.
 *
 * @param action what the build does with such a document
 * @param kind the weakest equality for which {@link Action#FIRST} leaves a document out; empty for other actions
 */
public record Duplicates(Action action, Optional<Kind> kind) {
    /** What a build does with duplicates. */
    public enum Action {
        /** Does not look for duplicates, which costs nothing. */
        IGNORE,
        /** Counts duplicates, and indexes them like other documents. */
        KEEP,
        /** Counts duplicates, and indexes only the first of each. */
        FIRST,
        /** Counts duplicates. Documents with equal fingerprints share one set of postings, and every id is found. */
        ALIAS
    }

    /** How two documents are equal (BGMZ 5.2). Each kind implies the next, except for fingerprints without minutiae. */
    public enum Kind {
        /** Equal bytes. */
        EXACT,
        /** Equal sequences of surviving words, and equal sentence boundaries if the scheme uses sentences. */
        LEXICAL,
        /** Equal sets of minutiae that are not empty, with equal frequencies if the scheme stores them. */
        FINGERPRINT
    }

    /**
     * The duplicates that a build found. Each is counted once, under its strongest kind. All counts are 0 if the build
     * did not look for duplicates.
     *
     * @param exact documents with the bytes of an earlier one
     * @param lexical further documents with the words of an earlier one
     * @param fingerprint further documents with the fingerprint of an earlier one
     * @param examples up to {@value #MOST_EXAMPLES} of each kind
     */
    public record Counts(long exact, long lexical, long fingerprint, List<Example> examples) {
        /** The largest number of examples of each kind. */
        public static final int MOST_EXAMPLES = 20;
        /** No duplicates. */
        public static final Counts NONE = new Counts(0, 0, 0, List.of());

        public Counts {
            examples = List.copyOf(examples);
        }
    }

    /**
     * A duplicate.
     *
     * @param kind how the documents are equal
     * @param id of the later document
     * @param first id of the first document that it equals
     */
    public record Example(Kind kind, String id, String first) {}

    /** Does not look for duplicates. */
    public static final Duplicates IGNORE = new Duplicates(Action.IGNORE, Optional.empty());
    /** Counts duplicates, and indexes them. */
    public static final Duplicates KEEP = new Duplicates(Action.KEEP, Optional.empty());
    /** Leaves out documents that are lexically equal to an earlier one. */
    public static final Duplicates FIRST = first(Kind.LEXICAL);
    /** Lets documents with equal fingerprints share one set of postings. */
    public static final Duplicates ALIAS = new Duplicates(Action.ALIAS, Optional.empty());

    public Duplicates {
        Objects.requireNonNull(action, "action");
        if (kind.isPresent() != (action == Action.FIRST)) {
            throw new IllegalArgumentException("kind is " + kind + " with action " + action
                    + "; action FIRST needs a kind, and the other actions have none");
        }
    }

    /** Leaves out documents that are equal to an earlier one in this or a stronger kind. */
    public static Duplicates first(Kind kind) {
        return new Duplicates(Action.FIRST, Optional.of(Objects.requireNonNull(kind, "kind")));
    }

    /** Whether the build looks for duplicates. */
    public boolean sought() {
        return action != Action.IGNORE;
    }

    /** Whether documents that are equal in this kind are left out. */
    public boolean leavesOut(Kind equal) {
        Objects.requireNonNull(equal, "equal");
        return kind.isPresent() && equal.compareTo(kind.get()) <= 0;
    }
}

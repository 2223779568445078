package io.whorl.bulk;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * How a build treats a document that equals one added earlier under another id. Documents with the same id are a
 * different matter; see {@link RepeatedIds}.
 */
public enum Duplicates {
    /** Does not look for duplicates, which costs nothing. */
    IGNORE(null),
    /** Counts duplicates, and indexes them like other documents. */
    KEEP(null),
    /** Counts duplicates, and indexes only the first of documents with equal bytes. */
    FIRST_EXACT(Kind.EXACT),
    /** Counts duplicates, and indexes only the first of documents that are lexically equal. */
    FIRST(Kind.LEXICAL),
    /** Counts duplicates, and indexes only the first of documents with equal fingerprints. */
    FIRST_FINGERPRINT(Kind.FINGERPRINT),
    /** Counts duplicates. Documents with equal fingerprints share one set of postings, and every id is found. */
    ALIAS(null);

    private final Kind kind;

    Duplicates(Kind kind) {
        this.kind = kind;
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

    /** The weakest equality for which documents are left out; empty if none are. */
    public Optional<Kind> kind() {
        return Optional.ofNullable(kind);
    }

    /** Whether the build looks for duplicates. */
    public boolean sought() {
        return this != IGNORE;
    }

    /** Whether documents that are equal in this kind are left out. */
    public boolean leavesOut(Kind equal) {
        Objects.requireNonNull(equal, "equal");
        return kind != null && equal.compareTo(kind) <= 0;
    }

    /** The name on the command line and in files: {@code keep}, {@code first:exact}. */
    public String label() {
        return (kind == null ? name() : "first:" + kind).toLowerCase(Locale.ROOT);
    }

    /** @throws IllegalArgumentException if no value has this label; the message lists all labels */
    public static Duplicates of(String label) {
        Objects.requireNonNull(label, "label");
        return Arrays.stream(values())
                .filter(value -> value.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("duplicates is '" + label + "'; it must be one of "
                        + Arrays.stream(values()).map(Duplicates::label).collect(Collectors.joining(", "))));
    }
}

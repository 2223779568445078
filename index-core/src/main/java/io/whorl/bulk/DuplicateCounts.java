package io.whorl.bulk;

import java.util.List;

/**
 * Documents that equal an earlier one of another id, each counted under the strongest kind only. Zero where they were
 * not looked for.
 *
 * @param examples some of each kind
 */
public record DuplicateCounts(long exact, long lexical, long fingerprint, List<Example> examples) {
    /** Examples of each kind, at most. */
    public static final int MOST_EXAMPLES = 20;

    static final DuplicateCounts NONE = new DuplicateCounts(0, 0, 0, List.of());

    /**
     * @param id the later document's
     * @param first that of the first document it equals
     */
    public record Example(DuplicateKind kind, String id, String first) {}

    public DuplicateCounts {
        examples = List.copyOf(examples);
    }
}

package io.whorl.bulk;

import java.util.Objects;
import java.util.Optional;

/**
 * What a build does about documents that equal one that arrived earlier, of another id. Those of one id are something
 * else: of them the first always stays alone.
 *
 * @param action what is done
 * @param kind of {@link Action#FIRST}, how equal a document must be, at least, to be left out; nothing with the others
 */
public record Duplicates(Action action, Optional<DuplicateKind> kind) {
    public enum Action {
        /** They are not even looked for, which costs nothing. */
        IGNORE,
        /** They are counted, and indexed like any other. */
        KEEP,
        /** They are counted and left out. */
        FIRST,
        /** They are counted; documents of one fingerprint share one set of postings, and all ids answer. */
        ALIAS
    }

    public static final Duplicates IGNORE = new Duplicates(Action.IGNORE, Optional.empty());
    public static final Duplicates KEEP = new Duplicates(Action.KEEP, Optional.empty());
    /** Leaves out what is lexically equal to an earlier document. */
    public static final Duplicates FIRST = first(DuplicateKind.LEXICAL);

    public static final Duplicates ALIAS = new Duplicates(Action.ALIAS, Optional.empty());

    public Duplicates {
        Objects.requireNonNull(action, "action");
        if (kind.isPresent() != (action == Action.FIRST)) {
            throw new IllegalArgumentException(
                    "kind is " + kind + " with action " + action + "; there must be one with FIRST, and with no other");
        }
    }

    /** Leaves out what is equal in this or in something stronger. */
    public static Duplicates first(DuplicateKind kind) {
        return new Duplicates(Action.FIRST, Optional.of(kind));
    }

    /** Whether duplicates are looked for at all. */
    public boolean sought() {
        return action != Action.IGNORE;
    }

    /** Whether documents equal in this are left out. */
    boolean leavesOut(DuplicateKind equal) {
        return kind.isPresent() && equal.compareTo(kind.get()) <= 0;
    }
}

package io.whorl.shard;

import io.whorl.RefusedException;
import io.whorl.RefusedException.Reason;
import io.whorl.bulk.Duplicates;
import io.whorl.internal.Ranges;
import io.whorl.scheme.Scheme;
import java.util.Locale;
import java.util.Objects;

/**
 * What all shards of a set have in common.
 *
 * @param whorl the version of Whorl that built the shard
 * @param scheme the scheme, in full
 * @param storesTexts whether the texts of the documents are stored
 * @param storesFingerprints whether the fingerprints of the documents are stored
 * @param minDocument the number of words below which documents were left out
 * @param duplicates how documents were treated that equal an earlier one of the same shard
 */
public record ShardRules(
        String whorl,
        Scheme scheme,
        boolean storesTexts,
        boolean storesFingerprints,
        long minDocument,
        Duplicates duplicates) {
    public ShardRules {
        Objects.requireNonNull(whorl, "whorl");
        Objects.requireNonNull(scheme, "scheme");
        Ranges.check("minDocument", minDocument, 0, Long.MAX_VALUE);
        Objects.requireNonNull(duplicates, "duplicates");
    }

    /**
     * Refuses rules that differ from these.
     *
     * @param mine what has these rules, for the message
     * @param its what has the other rules
     * @throws RefusedException that names both and the difference
     */
    void require(String mine, String its, ShardRules other) {
        require(mine, its, whorl.equals(other.whorl), Reason.VERSION, "Whorl " + whorl, "Whorl " + other.whorl);
        if (!scheme.equals(other.scheme)) {
            throw new RefusedException(
                    its,
                    Reason.SCHEME,
                    "its scheme and that of " + mine + " differ: " + other.scheme.differences(scheme)
                            + "; build all of them alike",
                    null);
        }
        require(mine, its, equals(other), Reason.OPTIONS, options(), other.options());
    }

    private static void require(String mine, String its, boolean equal, Reason reason, String expected, String found) {
        if (!equal) {
            throw new RefusedException(
                    its,
                    reason,
                    "it has " + found + ", but " + mine + " has " + expected + "; build all of them alike",
                    null);
        }
    }

    private String options() {
        return "the options texts=" + storesTexts + " fingerprints=" + storesFingerprints + " min-document="
                + minDocument + " duplicates=" + name(duplicates);
    }

    /** The name of a rule, as on the command line of a build. */
    static String name(Duplicates duplicates) {
        String action = duplicates.action().name().toLowerCase(Locale.ROOT);
        return duplicates
                .kind()
                .map(kind -> action + ":" + kind.name().toLowerCase(Locale.ROOT))
                .orElse(action);
    }

    /** @throws IllegalArgumentException if there is no rule of this name */
    static Duplicates duplicates(String name) {
        String[] parts = name.toUpperCase(Locale.ROOT).split(":", 2);
        return parts.length == 2
                ? Duplicates.first(Duplicates.Kind.valueOf(parts[1]))
                : switch (Duplicates.Action.valueOf(parts[0])) {
                    case IGNORE -> Duplicates.IGNORE;
                    case KEEP -> Duplicates.KEEP;
                    case FIRST -> Duplicates.FIRST;
                    case ALIAS -> Duplicates.ALIAS;
                };
    }

    /** The version of this library. A constant, because the manifest of a repackaged jar has another version. */
    static final class WhorlVersion {
        static final String CURRENT = "0.1.0-SNAPSHOT";

        private WhorlVersion() {}
    }
}

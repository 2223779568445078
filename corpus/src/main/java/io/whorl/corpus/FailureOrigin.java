package io.whorl.corpus;

import io.whorl.corpus.format.DamagedPartException;
import io.whorl.corpus.format.Skipped;
import java.io.IOException;
import java.util.List;

/**
 * The part that caused a failure. A failure in one of several nested parts appears in all parts that are read through
 * it, but is reported once.
 *
 * @param level the nesting level of the part that cannot be read further, from 0
 */
record FailureOrigin(int level, Skipped.Reason reason, String detail) {
    /** @param path the nested parts, from the file of a source down to the part that was read; not empty */
    static FailureOrigin of(List<NestedPart> path, Exception e) {
        for (int level = 0; level < path.size(); level++) {
            if (path.get(level).body().failure().isPresent()) {
                IOException failure = path.get(level).body().failure().get();
                // Unless the exception says otherwise, the container of a failed part cannot deliver more parts.
                boolean alone = failure instanceof DamagedPartException || failure instanceof SourceAccessException;
                return of(alone || level == 0 ? level : level - 1, failure);
            }
        }
        return of(path.size() - 1, e);
    }

    static FailureOrigin of(int level, Exception e) {
        String said = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        if (e instanceof SourceAccessException) {
            return new FailureOrigin(level, Skipped.Reason.UNREADABLE, said);
        }
        // A library or a format of the application failed on malformed input.
        return new FailureOrigin(
                level, Skipped.Reason.DAMAGED, e instanceof RuntimeException ? "it cannot be read: " + e : said);
    }
}

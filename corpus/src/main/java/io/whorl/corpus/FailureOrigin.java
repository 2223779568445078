package io.whorl.corpus;

import io.whorl.corpus.format.DamagedPartException;
import io.whorl.corpus.format.Skipped;
import java.io.IOException;
import java.util.List;

/**
 * Which of the containers in one another a failure is the fault of. A failure in one shows in all that are read through
 * it, and is to be told once.
 *
 * @param level of the piece that cannot be read on, from 0
 */
record FailureOrigin(int level, Skipped.Reason reason, String detail) {
    /** @param way from a source's file down to the piece that was being read when it failed; not empty */
    static FailureOrigin of(List<NestedPart> way, Exception e) {
        for (int level = 0; level < way.size(); level++) {
            if (way.get(level).body().failure().isPresent()) {
                IOException failure = way.get(level).body().failure().get();
                // Unless it says otherwise, whoever gives a piece that fails can give no more.
                boolean alone = failure instanceof DamagedPartException || failure instanceof SourceAccessException;
                return of(alone || level == 0 ? level : level - 1, failure);
            }
        }
        return of(way.size() - 1, e);
    }

    static FailureOrigin of(int level, Exception e) {
        String said = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        if (e instanceof SourceAccessException) {
            return new FailureOrigin(level, Skipped.Reason.UNREADABLE, said);
        }
        // A library, or a reader of the user's, that was not ready for what it met.
        return new FailureOrigin(
                level, Skipped.Reason.DAMAGED, e instanceof RuntimeException ? "it cannot be read: " + e : said);
    }
}

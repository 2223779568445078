package io.whorl.spark;

import io.whorl.LimitExceededException;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.scheme.Scheme;
import io.whorl.select.SelectionStrategy.Comparability;
import io.whorl.store.DocumentTable;
import io.whorl.strategy.Strategies;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;

/** Fingerprints documents. */
final class FingerprintTask {
    private FingerprintTask() {}

    /**
     * Fingerprints rows of id, text, length, date and key. Each row of the input gives one row. {@code leftOut} is the
     * reason why a row is no document; then most other fields are null.
     *
     * @param minWords documents with fewer words are left out
     */
    static RowTask of(String scheme, RankKey key, long minWords) {
        return new RowTask(
                "leftOut string, id binary, words bigint, n int, minutiae binary, digest binary, key string", rows -> {
                    Scheme of = Scheme.fromJson(scheme);
                    Fingerprinter fingerprinter = Fingerprinter.of(of);
                    boolean levels = Strategies.comparability(of).kind() == Comparability.Kind.LEVELS;
                    MessageDigest digest = sha256();
                    return RowTask.each(rows, row -> fingerprint(row, key, minWords, fingerprinter, digest, levels));
                });
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static Row fingerprint(
            Row row, RankKey key, long minWords, Fingerprinter fingerprinter, MessageDigest digest, boolean levels) {
        byte[] id = row.getAs("id");
        byte[] text = row.getAs("text");
        if (id == null) {
            return leftOut(LeftOut.NULL_ID, null);
        }
        if (id.length < 1 || id.length > DocumentTable.LONGEST_ID) {
            return leftOut(LeftOut.UNUSABLE_ID, id);
        }
        if (text == null) {
            return leftOut(row.getAs("length") == null ? LeftOut.NULL_TEXT : LeftOut.TOO_LONG, id);
        }
        Fingerprint of;
        try {
            of = fingerprinter.fingerprint(text);
        } catch (LimitExceededException e) {
            return leftOut(LeftOut.REFUSED, id);
        }
        if (of.words() < minWords) {
            return leftOut(LeftOut.TOO_SHORT, id);
        }
        byte[] minutiae = Gaps.encode(of.toArray());
        // Scores by levels depend on the number of words too, so equal minutiae do not make equal documents.
        byte[] sum = digest.digest(levels ? id : minutiae);
        return RowFactory.create(
                null,
                id,
                of.words(),
                of.size(),
                minutiae,
                sum,
                key.of(of.words(), row.getAs("date"), row.getAs("key")));
    }

    private static Row leftOut(LeftOut reason, byte[] id) {
        return RowFactory.create(reason.name(), id, null, null, null, null, null);
    }
}

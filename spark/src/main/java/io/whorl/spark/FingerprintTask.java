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
import java.util.Iterator;
import java.util.function.Function;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Fingerprints rows of id, text, length, date and key. Each row of the input gives one row. */
final class FingerprintTask implements MapPartitionsFunction<Row, Row> {
    private static final long serialVersionUID = 1;

    /** {@code leftOut} is the reason why a row is no document; then most other fields are null. */
    static final StructType SCHEMA = new StructType()
            .add("leftOut", DataTypes.StringType)
            .add("id", DataTypes.BinaryType)
            .add("words", DataTypes.LongType)
            .add("n", DataTypes.IntegerType)
            .add("minutiae", DataTypes.BinaryType)
            .add("digest", DataTypes.BinaryType)
            .add("key", DataTypes.StringType);

    private final String scheme;
    private final RankKey key;
    private final long minWords;

    /** @param minWords documents with fewer words are left out */
    FingerprintTask(String scheme, RankKey key, long minWords) {
        this.scheme = scheme;
        this.key = key;
        this.minWords = minWords;
    }

    @Override
    public Iterator<Row> call(Iterator<Row> rows) {
        Scheme of = Scheme.fromJson(scheme);
        Fingerprinter fingerprinter = Fingerprinter.of(of);
        boolean levels = Strategies.comparability(of).kind() == Comparability.Kind.LEVELS;
        MessageDigest digest = sha256();
        Function<Row, Row> task = row -> fingerprint(row, fingerprinter, digest, levels);
        return new MappedIterator<>(rows, task);
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private Row fingerprint(Row row, Fingerprinter fingerprinter, MessageDigest digest, boolean levels) {
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
        byte[] minutiae = Gaps.encode(of.toArray(), of.size());
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

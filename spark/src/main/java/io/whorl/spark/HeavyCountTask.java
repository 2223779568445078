package io.whorl.spark;

import io.whorl.hash.SplitMix64;
import java.util.Iterator;
import java.util.stream.IntStream;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Counts the holders of some minutiae in one partition: a row for each of these minutiae. */
final class HeavyCountTask implements MapPartitionsFunction<Row, Row> {
    private static final long serialVersionUID = 1;

    /** {@code who} combines the hashes of the holders: it is equal for minutiae of the same families. */
    static final StructType SCHEMA = new StructType()
            .add("minutia", DataTypes.LongType, false)
            .add("held", DataTypes.LongType, false)
            .add("holders", DataTypes.LongType, false)
            .add("who", DataTypes.LongType, false);

    private final Broadcast<HeavyMinutiae> candidates;
    private final boolean alias;

    HeavyCountTask(Broadcast<HeavyMinutiae> candidates, boolean alias) {
        this.candidates = candidates;
        this.alias = alias;
    }

    @Override
    public Iterator<Row> call(Iterator<Row> rows) {
        HeavyMinutiae of = candidates.value();
        long[] held = new long[of.size()];
        long[] holders = new long[of.size()];
        long[] who = new long[of.size()];
        while (rows.hasNext()) {
            Row row = rows.next();
            int size = alias ? 1 : row.<Integer>getAs("size");
            long hash = SplitMix64.mix(row.<Long>getAs("u"));
            for (long minutia : Gaps.decode(row.getAs("minutiae"))) {
                int i = of.find(minutia);
                if (i >= 0) {
                    held[i]++;
                    holders[i] += size;
                    who[i] ^= hash;
                }
            }
        }
        return IntStream.range(0, of.size())
                .filter(i -> held[i] > 0)
                .mapToObj(i -> RowFactory.create(of.minutia(i), held[i], holders[i], who[i]))
                .iterator();
    }
}

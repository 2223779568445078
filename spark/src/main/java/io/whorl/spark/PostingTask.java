package io.whorl.spark;

import java.util.Iterator;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Gives the postings of families: a minutia and the number of the family. If documents of equal fingerprints count one
 * by one in weights, a family of more than one document gives a second posting, whose negative number says how many
 * more documents there are.
 */
final class PostingTask implements MapPartitionsFunction<Row, Row> {
    private static final long serialVersionUID = 1;

    static final StructType SCHEMA =
            new StructType().add("minutia", DataTypes.LongType, false).add("u", DataTypes.LongType, false);

    private final Broadcast<HeavyMinutiae> without;
    private final boolean alias;

    /** @param without the minutiae that are counted apart */
    PostingTask(Broadcast<HeavyMinutiae> without, boolean alias) {
        this.without = without;
        this.alias = alias;
    }

    @Override
    public Iterator<Row> call(Iterator<Row> rows) {
        HeavyMinutiae heavy = without.value();
        return new FlatIterator<>(rows, row -> {
            long u = row.getAs("u");
            int more = row.<Integer>getAs("size") - 1;
            return LongStream.of(Gaps.decode(row.getAs("minutiae")))
                    .filter(minutia -> heavy.find(minutia) < 0)
                    .boxed()
                    .flatMap(minutia -> alias || more == 0
                            ? Stream.of(RowFactory.create(minutia, u))
                            : Stream.of(RowFactory.create(minutia, u), RowFactory.create(minutia, (long) -more)))
                    .iterator();
        });
    }
}

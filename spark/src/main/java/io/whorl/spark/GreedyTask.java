package io.whorl.spark;

import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.agrona.collections.LongHashSet;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;

/**
 * Decides all pairs of one partition in the order of ranks, as one machine does. All pairs of a unit with units of
 * higher rank come before its pairs with units of lower rank.
 */
final class GreedyTask implements MapPartitionsFunction<Row, Row> {
    private static final long serialVersionUID = 1;

    @Override
    public Iterator<Row> call(Iterator<Row> sorted) {
        LongHashSet members = new LongHashSet();
        return new FlatIterator<>(sorted, pair -> {
            long q = pair.getLong(1);
            boolean joins = !members.contains(pair.getLong(0)) && members.add(q);
            return joins ? List.of(RowFactory.create(q)).iterator() : Collections.emptyIterator();
        });
    }
}

package io.whorl.spark;

import java.util.Iterator;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;

/** Tells each family how many heavy minutiae it holds, in rows of {@link TallyTask#SCHEMA}. */
final class HeavyTallyTask implements MapPartitionsFunction<Row, Row> {
    private static final long serialVersionUID = 1;

    private final PairRule rule;
    private final long documents;
    private final Broadcast<HeavyMinutiae> heavy;

    /** @param documents the number of all documents */
    HeavyTallyTask(PairRule rule, long documents, Broadcast<HeavyMinutiae> heavy) {
        this.rule = rule;
        this.documents = documents;
        this.heavy = heavy;
    }

    @Override
    public Iterator<Row> call(Iterator<Row> families) {
        HeavyMinutiae of = heavy.value();
        return new MappedIterator<>(families, family -> {
            long n = 0;
            long weight = 0;
            for (long minutia : Gaps.decode(family.getAs("minutiae"))) {
                int i = of.find(minutia);
                if (i >= 0) {
                    n++;
                    weight += rule.rarity(documents, of.holders(i));
                }
            }
            return RowFactory.create(family.<Long>getAs("u"), n, weight, n, weight, 0L, 0L);
        });
    }
}

package io.whorl.spark;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
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
            long common = 0;
            long commonWeight = 0;
            List<byte[]> unpaired = new ArrayList<>();
            for (long minutia : Gaps.decode(family.getAs("minutiae"))) {
                int i = of.find(minutia);
                if (i >= 0) {
                    long each = rule.rarity(documents, of.holders(i));
                    boolean isCommon = rule.isCommon(of.held(i));
                    n++;
                    weight += each;
                    common += isCommon ? 1 : 0;
                    commonWeight += isCommon ? each : 0;
                    unpaired.add(UnpairedLists.list(minutia, 1, each, isCommon));
                }
            }
            byte[] lists = UnpairedLists.sorted(unpaired, true);
            return RowFactory.create(family.<Long>getAs("u"), n, weight, n, common, commonWeight, lists);
        });
    }
}

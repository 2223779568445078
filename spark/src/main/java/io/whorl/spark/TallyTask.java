package io.whorl.spark;

import java.util.Iterator;
import java.util.stream.LongStream;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Tells each family of a list how many minutiae the list has for it, and of which kind. */
final class TallyTask implements MapPartitionsFunction<Row, Row> {
    private static final long serialVersionUID = 1;

    static final StructType SCHEMA = new StructType()
            .add("u", DataTypes.LongType, false)
            .add("shared", DataTypes.LongType, false)
            .add("sharedWeight", DataTypes.LongType, false)
            .add("ignored", DataTypes.LongType, false)
            .add("common", DataTypes.LongType, false)
            .add("commonWeight", DataTypes.LongType, false)
            .add("unpaired", DataTypes.BinaryType);

    private final PairRule rule;
    private final long documents;

    /** @param documents the number of all documents */
    TallyTask(PairRule rule, long documents) {
        this.rule = rule;
        this.documents = documents;
    }

    @Override
    public Iterator<Row> call(Iterator<Row> lists) {
        return new FlatIterator<>(lists, list -> {
            long held = list.getAs("held");
            long minutiae = list.getAs("m");
            long weight = minutiae * rule.rarity(documents, list.<Long>getAs("holders"));
            boolean ignored = rule.isIgnored(held);
            boolean common = rule.isCommon(held);
            byte[] unpaired = ignored ? UnpairedLists.list(list.<Long>getAs("name"), minutiae, weight, common) : null;
            return LongStream.of(Gaps.decode(list.getAs("list")))
                    .mapToObj(u -> RowFactory.create(
                            u,
                            minutiae,
                            weight,
                            ignored ? minutiae : 0,
                            common ? minutiae : 0,
                            common ? weight : 0,
                            unpaired))
                    .iterator();
        });
    }
}

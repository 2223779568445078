package io.whorl.spark;

import io.whorl.measure.Measure;
import io.whorl.scheme.Scheme;
import io.whorl.score.DocumentExtras;
import io.whorl.select.SelectionStrategy.Comparability;
import io.whorl.strategy.Strategies;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Computes what the comparison of a family with others needs: the weight of its minutiae, which are common, and which
 * make no pairs. The input has families and their tallies.
 */
final class SideTask implements MapPartitionsFunction<Row, Row> {
    private static final long serialVersionUID = 1;

    /** {@code joined} is the number of documents that the family stands for. */
    static final StructType SCHEMA = new StructType()
            .add("u", DataTypes.LongType, false)
            .add("n", DataTypes.IntegerType, false)
            .add("words", DataTypes.LongType, false)
            .add("size", DataTypes.IntegerType, false)
            .add("joined", DataTypes.IntegerType, false)
            .add("weight", DataTypes.LongType, false)
            .add("extra", DataTypes.BinaryType, false)
            .add("common", DataTypes.LongType, false)
            .add("commonWeight", DataTypes.LongType, false)
            .add("unpaired", DataTypes.BinaryType, false)
            .add("unpairedMinutiae", DataTypes.LongType, false)
            .add("unpairedWeight", DataTypes.LongType, false)
            .add("keepsCommon", DataTypes.BooleanType, false)
            .add("mostlyIgnored", DataTypes.BooleanType, false);

    private final PairRule rule;
    private final long documents;

    /** @param documents the number of all documents */
    SideTask(PairRule rule, long documents) {
        this.rule = rule;
        this.documents = documents;
    }

    @Override
    public Iterator<Row> call(Iterator<Row> families) {
        Scheme scheme = Scheme.fromJson(rule.scheme());
        DocumentExtras extras = DocumentExtras.of(scheme);
        boolean sets = Strategies.comparability(scheme).kind() == Comparability.Kind.SETS;
        return new MappedIterator<>(families, family -> side(family, extras, sets));
    }

    private static long orZero(Row row, String field) {
        Long value = row.getAs(field);
        return value == null ? 0 : value;
    }

    private Row side(Row family, DocumentExtras extras, boolean sets) {
        int n = family.getAs("n");
        int size = family.getAs("size");
        long words = family.getAs("words");
        long shared = orZero(family, "shared");
        long ignored = orZero(family, "ignored");
        long common = orZero(family, "common");
        // No other family holds the rest.
        long weight = orZero(family, "sharedWeight") + (n - shared) * rule.rarity(documents, rule.alias() ? 1 : size);
        boolean keeps = common > 0 && 3 * common >= 2L * n;
        UnpairedLists all = new UnpairedLists();
        byte[] unpaired = UnpairedLists.sorted(
                family.isNullAt(family.fieldIndex("unpaired"))
                        ? List.of()
                        : family.<byte[]>getList(family.fieldIndex("unpaired")),
                keeps);
        all.count(unpaired);
        double self = rule.measure() == Measure.SHARED ? n : 1;
        byte[] extra = sets ? new byte[0] : extras.of(Gaps.decode(family.getAs("minutiae")), n, words);
        return RowFactory.create(
                family.<Long>getAs("u"),
                n,
                words,
                size,
                self >= rule.minScore() ? size : 1,
                weight,
                extra,
                common,
                orZero(family, "commonWeight"),
                unpaired,
                all.minutiae(),
                all.weight(),
                keeps,
                2 * ignored > n);
    }
}

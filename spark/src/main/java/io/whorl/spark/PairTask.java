package io.whorl.spark;

import java.util.Iterator;
import java.util.stream.IntStream;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Gives the pairs of the families of each list, the smaller number first. */
final class PairTask implements MapPartitionsFunction<Row, Row> {
    private static final long serialVersionUID = 1;

    static final StructType SCHEMA = new StructType()
            .add("a", DataTypes.LongType, false)
            .add("b", DataTypes.LongType, false)
            .add("shared", DataTypes.LongType, false)
            .add("sum", DataTypes.LongType, false);

    @Override
    public Iterator<Row> call(Iterator<Row> lists) {
        return new FlatIterator<>(lists, list -> {
            long[] families = Gaps.decode(list.getAs("list"));
            long shared = list.getAs("m");
            long sum = list.getAs("weight");
            return IntStream.range(1, families.length)
                    .boxed()
                    .flatMap(j -> IntStream.range(0, j)
                            .mapToObj(i -> RowFactory.create(families[i], families[j], shared, sum)))
                    .iterator();
        });
    }
}

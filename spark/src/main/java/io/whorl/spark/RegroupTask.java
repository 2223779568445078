package io.whorl.spark;

import java.util.Arrays;
import java.util.Iterator;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Makes lists of what is left of the sorted rows of {@link CommonTask}. */
final class RegroupTask implements MapPartitionsFunction<Row, Row> {
    private static final long serialVersionUID = 1;

    static final StructType SCHEMA = new StructType()
            .add("list", DataTypes.BinaryType, false)
            .add("m", DataTypes.LongType, false)
            .add("weight", DataTypes.LongType, false);

    @Override
    public Iterator<Row> call(Iterator<Row> rows) {
        return new Iterator<>() {
            private Row row = rows.hasNext() ? rows.next() : null;
            private long[] families = new long[64];

            @Override
            public boolean hasNext() {
                return row != null;
            }

            @Override
            public Row next() {
                Row first = row;
                byte[] of = first.getAs("of");
                int n = 0;
                for (; row != null && Arrays.equals(of, row.<byte[]>getAs("of")); ) {
                    if (n == families.length) {
                        families = Arrays.copyOf(families, n * 2);
                    }
                    families[n++] = row.getAs("u");
                    row = rows.hasNext() ? rows.next() : null;
                }
                return RowFactory.create(Gaps.encode(families, n), first.<Long>getAs("m"), first.<Long>getAs("weight"));
            }
        };
    }
}

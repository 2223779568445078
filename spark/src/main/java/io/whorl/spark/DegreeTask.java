package io.whorl.spark;

import java.util.Iterator;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Sums the documents that are similar to each unit, and their scores. The rows are sorted, the best score first, so
 * that the sums of floating-point numbers are those of one machine.
 */
final class DegreeTask implements MapPartitionsFunction<Row, Row> {
    private static final long serialVersionUID = 1;

    static final StructType SCHEMA = new StructType()
            .add("u", DataTypes.LongType, false)
            .add("direct", DataTypes.LongType, false)
            .add("sum", DataTypes.DoubleType, false);

    @Override
    public Iterator<Row> call(Iterator<Row> rows) {
        return new Iterator<>() {
            private Row row = rows.hasNext() ? rows.next() : null;

            @Override
            public boolean hasNext() {
                return row != null;
            }

            @Override
            public Row next() {
                long u = row.getAs("u");
                long direct = 0;
                double sum = 0;
                for (; row != null && row.<Long>getAs("u") == u; row = rows.hasNext() ? rows.next() : null) {
                    int size = row.getAs("size");
                    direct += size;
                    sum += size * row.<Double>getAs("score");
                }
                return RowFactory.create(u, direct, sum);
            }
        };
    }
}

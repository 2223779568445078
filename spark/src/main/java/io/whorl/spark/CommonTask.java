package io.whorl.spark;

import java.security.MessageDigest;
import java.util.Iterator;
import java.util.stream.LongStream;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Divides lists into a row for each family. The digest of a list names it. */
final class CommonTask implements MapPartitionsFunction<Row, Row> {
    private static final long serialVersionUID = 1;

    static final StructType SCHEMA = new StructType()
            .add("of", DataTypes.BinaryType, false)
            .add("m", DataTypes.LongType, false)
            .add("weight", DataTypes.LongType, false)
            .add("u", DataTypes.LongType, false);

    @Override
    public Iterator<Row> call(Iterator<Row> lists) {
        MessageDigest digest = FingerprintTask.sha256();
        return new FlatIterator<>(lists, list -> {
            byte[] bytes = list.getAs("list");
            byte[] of = digest.digest(bytes);
            long m = list.getAs("m");
            long weight = list.getAs("weight");
            return LongStream.of(Gaps.decode(bytes))
                    .mapToObj(u -> RowFactory.create(of, m, weight, u))
                    .iterator();
        });
    }
}

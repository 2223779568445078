package io.whorl.spark;

import java.util.Iterator;
import java.util.function.Function;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import scala.jdk.javaapi.CollectionConverters;

/**
 * What executors do with the rows of each partition. The function is serialized, so it must not refer to objects of the
 * driver.
 *
 * @param schema of the rows that it gives
 */
record RowTask(StructType schema, MapPartitionsFunction<Row, Row> function) {
    /** @param fields the schema in SQL: {@code u bigint not null, extra binary} */
    RowTask(String fields, MapPartitionsFunction<Row, Row> function) {
        this(StructType.fromDDL(fields), function);
    }

    Dataset<Row> of(Dataset<Row> rows) {
        return rows.mapPartitions(function, Encoders.row(schema));
    }

    /** The values of an iterator, each changed by a function when it is read. */
    static <T, R> Iterator<R> each(Iterator<T> values, Function<T, R> function) {
        return CollectionConverters.asJava(CollectionConverters.asScala(values).map(function::apply));
    }

    /** The values that a function gives for each value of an iterator, one after another. */
    static <T, R> Iterator<R> flat(Iterator<T> values, Function<T, Iterator<R>> function) {
        return CollectionConverters.asJava(CollectionConverters.asScala(values)
                .flatMap(value -> CollectionConverters.asScala(function.apply(value))));
    }
}

package io.whorl.spark;

import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

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
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return values.hasNext();
            }

            @Override
            public R next() {
                return function.apply(values.next());
            }
        };
    }

    /** The values that a function gives for each value of an iterator, one after another. */
    static <T, R> Iterator<R> flat(Iterator<T> values, Function<T, Iterator<R>> function) {
        return new Iterator<>() {
            private Iterator<R> current = Collections.emptyIterator();

            @Override
            public boolean hasNext() {
                while (!current.hasNext()) {
                    if (!values.hasNext()) {
                        return false;
                    }
                    current = function.apply(values.next());
                }
                return true;
            }

            @Override
            public R next() {
                if (!hasNext()) {
                    throw new NoSuchElementException("there are no more values");
                }
                return current.next();
            }
        };
    }

    /**
     * Sorted rows by their keys: for each key an iterator of its rows, which must be read to its end before the next
     * one.
     */
    static Iterator<Iterator<Row>> groups(Iterator<Row> sorted, BiPredicate<Row, Row> sameKey) {
        return new Iterator<>() {
            private Row next = sorted.hasNext() ? sorted.next() : null;

            @Override
            public boolean hasNext() {
                return next != null;
            }

            @Override
            public Iterator<Row> next() {
                Row first = next;
                return new Iterator<>() {
                    @Override
                    public boolean hasNext() {
                        return next != null && sameKey.test(first, next);
                    }

                    @Override
                    public Row next() {
                        Row row = next;
                        next = sorted.hasNext() ? sorted.next() : null;
                        return row;
                    }
                };
            }
        };
    }
}

package io.whorl.spark;

import java.io.Serializable;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.JoinedRow;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.StorageLevel;

/**
 * The result of a job: rows in no particular order, and figures. Close it to release what the executors keep; its rows
 * cannot be read after that. One thread at a time.
 */
public class GroupResult implements AutoCloseable {
    private final Dataset<Row> rows;
    private final Figures figures;
    private final Kept kept;

    GroupResult(Dataset<Row> rows, Figures figures, Kept kept) {
        this.rows = rows;
        this.figures = figures;
        this.kept = kept;
    }

    /** The rows, with the fields that the command on one machine writes in JSON. */
    public final Dataset<Row> rows() {
        return rows;
    }

    /**
     * Counts by name: {@code documents}, the rows that are no documents by reason, such as {@code nullIds}, and what
     * was found and left out. docs/spark-groups.md lists the names.
     */
    public final Map<String, Long> figures() {
        return Collections.unmodifiableMap(figures.counts);
    }

    @Override
    public final void close() {
        kept.close();
    }

    /** Counts by name, in the order in which they were added. Not thread-safe. */
    static final class Figures {
        private final Map<String, Long> counts = new LinkedHashMap<>();

        void add(String name, long count) {
            counts.merge(name, count, Long::sum);
        }

        /** Counts a record in a task. */
        interface Counter<T> extends Serializable {
            void count(T record, Figures to);
        }

        /** Adds what tasks count by these names, which a space separates, and others. */
        <T> Figures count(JavaRDD<T> records, Counter<T> counter, String names) {
            Stream.of(names.split(" ")).forEach(name -> add(name, 0));
            records.mapPartitions(in -> {
                        Figures of = new Figures();
                        in.forEachRemaining(record -> counter.count(record, of));
                        return List.of(of.counts).iterator();
                    })
                    .collect()
                    .forEach(counted -> counted.forEach(this::add));
            return this;
        }

        long get(String name) {
            return counts.getOrDefault(name, 0L);
        }

        @Override
        public String toString() {
            return counts.toString();
        }
    }

    /**
     * Intermediate results that are read several times. Each is computed once, kept in memory or on the disks of the
     * executors, and computed again only if an executor is lost. Its plan is cut off, so that plans of later steps stay
     * small. One thread at a time.
     */
    record Kept(SparkSession session, Map<Object, Runnable> all) implements AutoCloseable {
        Kept(SparkSession session) {
            this(session, new IdentityHashMap<>());
        }

        /** Keeps records as blocks until {@link #close}. */
        <T> JavaRDD<T> keep(JavaRDD<T> records, Blocks.Writer<T> writer, Blocks.Reader<T> reader) {
            JavaRDD<byte[]> blocks = records.mapPartitions(in -> Blocks.pack(in, writer));
            blocks.persist(StorageLevel.MEMORY_AND_DISK());
            all.put(blocks, () -> blocks.unpersist(false));
            return blocks.mapPartitions(in -> Blocks.read(in, reader));
        }

        /** Keeps rows until {@link #close}. */
        Dataset<Row> keep(Dataset<Row> rows) {
            Dataset<Row> kept = Blocks.frame(session, Blocks.internal(rows), rows.schema());
            kept.persist(StorageLevel.MEMORY_AND_DISK());
            all.put(kept, () -> kept.unpersist(false));
            return kept;
        }

        /**
         * Computes rows that nobody has to release: Spark removes them when no DataFrame reads them any more. If an
         * executor is lost, they are computed again from the beginning.
         */
        static Dataset<Row> owned(Dataset<Row> rows) {
            JavaRDD<Row> computed = rows.javaRDD().persist(StorageLevel.MEMORY_AND_DISK_SER());
            computed.count();
            return rows.sparkSession().createDataFrame(computed, rows.schema());
        }

        /** Keeps rows in a total order with a column that numbers them from 0. */
        Dataset<Row> number(Dataset<Row> rows, String number, Column... order) {
            Dataset<Row> sorted = rows.sort(order);
            StructType schema = sorted.schema().add(number, DataTypes.LongType, false);
            JavaRDD<InternalRow> numbered =
                    Blocks.internal(sorted).zipWithIndex().map(row -> new JoinedRow(row._1(), Blocks.row(row._2())));
            return keep(Blocks.frame(session, numbered, schema));
        }

        /** Releases rows or blocks that are not needed any more. */
        void release(Object kept) {
            all.remove(kept).run();
        }

        @Override
        public void close() {
            all.values().forEach(Runnable::run);
            all.clear();
        }
    }
}

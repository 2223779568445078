package io.whorl.spark;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.StorageLevel;

/**
 * Intermediate results that are read several times. Each is computed once, kept in memory or on the disks of the
 * executors, and computed again only if an executor is lost. Its plan is cut off, so that plans of later steps stay
 * small. One thread at a time.
 */
final class Kept implements AutoCloseable {
    private final SparkSession session;
    private final List<Dataset<Row>> all = new ArrayList<>();

    Kept(SparkSession session) {
        this.session = session;
    }

    SparkSession session() {
        return session;
    }

    /** Keeps rows until {@link #close}. */
    Dataset<Row> keep(Dataset<Row> rows) {
        Dataset<Row> kept = session.createDataFrame(rows.javaRDD(), rows.schema());
        kept.persist(StorageLevel.MEMORY_AND_DISK());
        all.add(kept);
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
        int width = schema.size();
        JavaRDD<Row> numbered = sorted.javaRDD().zipWithIndex().map(row -> {
            Object[] values = new Object[width];
            for (int i = 0; i < width - 1; i++) {
                values[i] = row._1().get(i);
            }
            values[width - 1] = row._2();
            return RowFactory.create(values);
        });
        return keep(session.createDataFrame(numbered, schema));
    }

    /** Releases rows that are not needed any more. */
    void release(Dataset<Row> rows) {
        all.remove(rows);
        rows.unpersist(false);
    }

    /** Releases all rows. */
    @Override
    public void close() {
        all.forEach(rows -> rows.unpersist(false));
        all.clear();
    }
}

package io.whorl.spark;

import io.whorl.shard.SegmentSet;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;

/** Divides documents into the partitions of which each becomes a shard. */
final class ShardPartitions {
    /** One shard for so many bytes of the input, as Spark estimates them. */
    private static final long BYTES = 1L << 30;
    /** Ids of the sample for each shard: the sizes of shards then differ by about a tenth. */
    private static final int SAMPLE = 128;

    private static final String PARTITION = "shard";

    private ShardPartitions() {}

    /** The documents in partitions; those of {@link Partitioning#RANGE} and HASH are sorted by id, text and date. */
    static Dataset<Row> divide(Dataset<Row> documents, SparkBuildOptions options) {
        int shards = options.shards().orElseGet(() -> byDefault(documents));
        if (options.partitioning() == Partitioning.INPUT) {
            return documents.coalesce(shards);
        }
        Column id = documents.col(DocumentColumns.ID);
        Column partition = options.partitioning() == Partitioning.HASH
                ? functions.pmod(functions.xxhash64(id), functions.lit(shards)).cast("int")
                : place(bounds(documents, shards)).apply(id);
        // A row without an id is only counted: any partition will do.
        return documents
                .withColumn(PARTITION, functions.coalesce(partition, functions.lit(0)))
                .repartitionById(shards, functions.col(PARTITION))
                .sortWithinPartitions(
                        functions.col(DocumentColumns.ID),
                        functions.col(DocumentColumns.TEXT),
                        functions.col(DocumentColumns.DATE).asc_nulls_last())
                .drop(PARTITION);
    }

    private static int byDefault(Dataset<Row> documents) {
        long bytes = documents
                .queryExecution()
                .optimizedPlan()
                .stats()
                .sizeInBytes()
                .bigInteger()
                .min(BigInteger.valueOf(BYTES * SegmentSet.MOST_SHARDS))
                .longValueExact();
        int cores = documents.sparkSession().sparkContext().defaultParallelism();
        return (int) Math.max(1, Math.min(SegmentSet.MOST_SHARDS, Math.max(cores, bytes / BYTES)));
    }

    /**
     * The least ids of all shards but the first, at most {@code shards - 1}. The sample consists of the ids whose hash
     * is a multiple of a number, so the bounds depend on the ids alone.
     */
    static byte[][] bounds(Dataset<Row> documents, int shards) {
        Dataset<Row> ids = documents.select(DocumentColumns.ID).where("id is not null");
        long every = Math.max(1, ids.count() / ((long) shards * SAMPLE));
        Column sampled = functions
                .pmod(functions.xxhash64(ids.col(DocumentColumns.ID)), functions.lit(every))
                .equalTo(0);
        List<byte[]> sample = ids.where(sampled).as(Encoders.BINARY()).collectAsList();
        byte[][] sorted = sample.toArray(new byte[0][]);
        Arrays.sort(sorted, Arrays::compareUnsigned);
        byte[][] bounds = new byte[shards - 1][];
        int n = 0;
        for (int i = 1; i < shards && sorted.length > 0; i++) {
            byte[] bound = sorted[(int) ((long) i * sorted.length / shards)];
            if (n == 0 || Arrays.compareUnsigned(bounds[n - 1], bound) < 0) {
                bounds[n++] = bound;
            }
        }
        return Arrays.copyOf(bounds, n);
    }

    /** The number of bounds that are at most an id. */
    private static UserDefinedFunction place(byte[][] bounds) {
        UDF1<byte[], Integer> place = id -> id == null ? 0 : place(id, bounds);
        return functions.udf(place, DataTypes.IntegerType);
    }

    static int place(byte[] id, byte[][] bounds) {
        int found = Arrays.binarySearch(bounds, id, Arrays::compareUnsigned);
        return found >= 0 ? found + 1 : -found - 1;
    }
}

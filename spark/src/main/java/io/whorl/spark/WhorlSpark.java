package io.whorl.spark;

import io.whorl.fingerprint.Fingerprinter;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Builds segment sets on Spark. {@code IndexWriter.adopt} and {@code whorl adopt} make a set an index;
 * {@code ShardedSnapshot} queries it as it is.
 *
 * <p>The jobs need memory in proportion to the number of shards in the driver, and the memory of their options in each
 * task, whatever the number of documents. A job commits its set in one step at its end. A job that fails leaves nothing
 * behind. A job whose driver is killed leaves directories, which {@link Orphans} removes.
 */
public final class WhorlSpark {
    private WhorlSpark() {}

    /**
     * Fingerprints the documents of a DataFrame and writes them as a segment set. Merged, the set has the bytes of an
     * index that one machine builds of the same documents with the same scheme and options.
     *
     * <p>If several rows have one id, one is indexed, and the others are counted. With {@link Partitioning#RANGE} and
     * {@link Partitioning#HASH} it is the row with the least text by its bytes. With {@link Partitioning#INPUT} it is
     * the first row of its partition, and ids that are in several partitions are left to the adoption of the set.
     *
     * @param documents has a column of ids and a column of texts; read three times with {@link Partitioning#RANGE}, and
     *     once otherwise
     * @param scheme from text to fingerprint; its plug-in, if it has one, must be on the class path of the executors
     * @param path the directory to create, on any file system of Hadoop
     * @throws WhorlSparkException if a column is missing or of another type, if rows are refused, if there are no
     *     documents, or if a task has failed for good
     * @throws io.whorl.SegmentSetException if the path exists and is not an empty directory
     * @throws io.whorl.InvalidSchemeException if the scheme cannot be used
     * @throws IOException if the driver cannot write the set
     */
    public static SetReport build(Dataset<Row> documents, Scheme scheme, SparkBuildOptions options, String path)
            throws IOException {
        // Fails before any file is written if the scheme cannot be used.
        Fingerprinter.of(scheme);
        return new SetJob(documents, scheme, options, path).run();
    }
}

package io.whorl.spark;

import io.whorl.cluster.ClusterOptions;
import io.whorl.cluster.PairsOptions;
import io.whorl.cluster.SurvivorOptions;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.scheme.Scheme;
import io.whorl.spark.WhorlSparkException.Reason;
import java.io.IOException;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Builds segment sets on Spark, and finds pairs, clusters and survivors of a collection. {@code IndexWriter.adopt} and
 * {@code whorl adopt} make a set an index; {@code Snapshot.openSet} queries it as it is.
 *
 * <p>The jobs need memory in proportion to the number of shards in the driver, and the memory of their options in each
 * task, whatever the number of documents. A job commits its set in one step at its end. A job that fails leaves nothing
 * behind. A job whose driver is killed leaves directories, which {@code Orphans} removes.
 */
public final class WhorlSpark {
    private WhorlSpark() {}

    /** @throws WhorlSparkException if the release of Spark is not supported */
    static void requireVersion(SparkSession session) {
        requireVersion(session.version());
    }

    static void requireVersion(String version) {
        if (version.startsWith("3.")) {
            throw new WhorlSparkException(
                    Reason.SPARK_VERSION,
                    "this is Spark " + version + ", which brings a jackson-core that is too old; use Spark 4");
        }
    }

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
     * @throws io.whorl.RefusedException if the path exists and is not an empty directory
     * @throws io.whorl.SchemeException if the scheme cannot be used
     * @throws IOException if the driver cannot write the set
     */
    public static SetReport build(Dataset<Row> documents, Scheme scheme, SparkOptions options, String path)
            throws IOException {
        requireVersion(documents.sparkSession());
        // Fails before any file is written if the scheme cannot be used.
        Fingerprinter.of(scheme);
        return new SetJob(documents, scheme, options, path).run();
    }

    /**
     * Finds all pairs of similar documents. The rows have the fields that {@code whorl pairs} writes in JSON, and the
     * same values as for an index of the same documents: {@code a}, {@code b}, {@code score}, {@code shared},
     * {@code resemblance}, {@code containment}, {@code contained}, and {@code family} and {@code members} for documents
     * of equal fingerprints. The list of members of a family must fit in memory.
     *
     * @param documents has a column of ids, each of which occurs once, and a column of texts; read once
     * @param scheme from text to fingerprint; its plug-in, if it has one, must be on the class path of the executors
     * @param pairs threads and memory have no effect; templates, super shingles, {@code expanded} and {@code work} are
     *     refused
     * @throws WhorlSparkException if a column is missing or of another type, an id is repeated, or rows are refused
     * @throws io.whorl.SchemeException if the scheme cannot give the measure
     * @throws IllegalArgumentException if an option is not supported, or no score can reach the threshold
     */
    public static GroupResult pairs(Dataset<Row> documents, Scheme scheme, PairsOptions pairs, SparkOptions options) {
        return new GroupJobs(documents, scheme, options).pairs(pairs.checked());
    }

    /**
     * Makes clusters of similar documents: stars, each member of which has a verified score with the representative.
     * The rows have the fields that {@code whorl clusters} writes in JSON, one for each member: {@code cluster},
     * {@code size}, {@code id}, {@code representative} and {@code score}.
     *
     * @param documents as for {@link #pairs}
     * @param scheme as for {@link #pairs}
     * @param clusters as for {@link #pairs}; components and a function of dates are refused too
     * @throws WhorlSparkException as {@link #pairs}
     * @throws io.whorl.SchemeException as {@link #pairs}
     * @throws IllegalArgumentException as {@link #pairs}; also if the oldest documents represent, and there are no
     *     dates
     */
    public static GroupResult clusters(
            Dataset<Row> documents, Scheme scheme, ClusterOptions clusters, SparkOptions options) {
        return new GroupJobs(documents, scheme, options).clusters(clusters.checked());
    }

    /**
     * Decides which documents are superfluous because a similar document survives, as {@code whorl dedup} does. Ties of
     * the rule go to the first id in the order of UTF-8 bytes.
     *
     * @param documents as for {@link #pairs}; {@link DedupResult#survivors} reads them once more
     * @param scheme as for {@link #pairs}; {@code whorl dedup} takes {@code Preset.NEAR_DUPLICATES} by default
     * @param survivors threads and memory have no effect; a function of dates is refused
     * @throws WhorlSparkException as {@link #pairs}
     * @throws io.whorl.SchemeException as {@link #pairs}
     * @throws IllegalArgumentException as {@link #pairs}; also if the rule needs a column that the options do not name
     */
    public static DedupResult dedup(
            Dataset<Row> documents, Scheme scheme, SurvivorOptions survivors, SparkOptions options) {
        return new GroupJobs(documents, scheme, options).dedup(survivors.checked());
    }

    /**
     * Decides which documents are superfluous, from DataFrame to DataFrame: the rows of the input with all their
     * columns, {@code cluster} (bigint), {@code survivor} (string), {@code score} (double) and {@code reason} (string).
     * A row that can be dropped has the id of the document that survives in its place, the score with it, and a reason:
     * {@code equal-fingerprint}, or the name of the measure. A row that remains has its own id and no reason. Rows that
     * are in no cluster have no number of it.
     *
     * <p>The decisions are made when this method is called, and Spark removes them when nothing reads the result any
     * more. The result reads the input again.
     *
     * @param documents has no columns of the names of the new ones
     * @param id the column of ids
     * @param text the column of texts
     * @param options names and values as on the command line of {@code io.whorl.spark.Dedup}, with {@code -} or
     *     {@code _}: {@code min-score}, {@code keep}, {@code date}, {@code preset}
     * @throws WhorlSparkException if a column is missing or of another type, or rows are refused
     * @throws io.whorl.SchemeException if the scheme cannot give the measure
     * @throws IllegalArgumentException if an option is unknown or its value cannot be used; if a column has a name of
     *     the result
     * @throws IOException if the file of a scheme cannot be read
     */
    public static Dataset<Row> dedup(Dataset<Row> documents, String id, String text, Map<String, ?> options)
            throws IOException {
        return Frames.dedup(documents, id, text, options);
    }

    /**
     * Finds all pairs of similar documents, with the rows of {@link #pairs(Dataset, Scheme, PairsOptions,
     * SparkOptions)}. They are found when this method is called, and Spark removes them when nothing reads the result
     * any more.
     *
     * @param options names and values as on the command line of {@code io.whorl.spark.Pairs}
     * @throws IOException if the file of a scheme cannot be read; other errors are those of {@link #dedup(Dataset,
     *     String, String, Map)}
     */
    public static Dataset<Row> pairs(Dataset<Row> documents, String id, String text, Map<String, ?> options)
            throws IOException {
        return Frames.groups(new Pairs(), documents, id, text, options);
    }

    /**
     * Makes clusters, with the rows of {@link #clusters(Dataset, Scheme, ClusterOptions, SparkOptions)}. They are made
     * when this method is called, and Spark removes them when nothing reads the result any more.
     *
     * @param options names and values as on the command line of {@code io.whorl.spark.Clusters}
     * @throws IOException if the file of a scheme cannot be read; other errors are those of {@link #dedup(Dataset,
     *     String, String, Map)}
     */
    public static Dataset<Row> clusters(Dataset<Row> documents, String id, String text, Map<String, ?> options)
            throws IOException {
        return Frames.groups(new Clusters(), documents, id, text, options);
    }

    /**
     * Tells how much of each text other documents hold, as {@code whorl overlap} does: the rows of the input with one
     * more column, {@code overlap}, whose fields are those of the command: {@code overlap.verdict} is {@code clean},
     * {@code partial}, {@code contaminated} or {@code unknown}. It is null if the text is.
     *
     * <p>The other documents are indexed in the driver when this method is called, and each executor receives the
     * index, so they are the smaller side: the tests that a collection must not contain. Of several rows with one id,
     * the first one counts; rows without an id or a text do not count.
     *
     * @param documents has no column {@code overlap}
     * @param id the column of ids of the other documents
     * @param text the column of texts of both
     * @param others the documents that texts are compared with
     * @param options {@code contaminated-run}, {@code contaminated-share}, {@code partial-run}, {@code top},
     *     {@code max-df}, {@code preset} and {@code scheme}, as on the command line
     * @throws WhorlSparkException if a column is missing or of another type
     * @throws IllegalArgumentException if an option is unknown or its value cannot be used; if there is a column
     *     {@code overlap}
     * @throws IOException if the file of a scheme cannot be read, or the index cannot be written
     */
    public static Dataset<Row> overlap(
            Dataset<Row> documents, String id, String text, Dataset<Row> others, Map<String, ?> options)
            throws IOException {
        return Frames.overlap(documents, id, text, others, options);
    }

    /**
     * Registers the functions of {@link #register(SparkSession, Scheme)} for a scheme of the options {@code preset} or
     * {@code scheme}, a file; without an option, for the one that {@code whorl build} has.
     *
     * @throws IllegalArgumentException if there is another option, or a value cannot be used
     * @throws io.whorl.SchemeException if the scheme cannot be used
     * @throws IOException if the file of the scheme cannot be read
     */
    public static void register(SparkSession session, Map<String, ?> options) throws IOException {
        register(session, Frames.scheme(session, options));
    }

    /**
     * Registers functions of SQL in a session: {@code fingerprint(text)} gives the minutiae of a text in ascending
     * order of unsigned numbers, as {@code array<bigint>}. {@code resemblance(a, b)} and {@code containment(a, b)}
     * compare two such arrays; a scheme whose fingerprints are not compared as sets has only the first function. Null
     * gives null.
     *
     * @throws io.whorl.SchemeException if the scheme cannot be used
     */
    public static void register(SparkSession session, Scheme scheme) {
        SqlFunctions.register(session, scheme);
    }
}

package io.whorl.spark;

import io.whorl.WhorlException;
import io.whorl.scheme.Scheme;
import io.whorl.shard.SegmentSet;
import io.whorl.shard.Shard;
import io.whorl.spark.WhorlSparkException.Reason;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.util.SerializableConfiguration;

/** A job that writes a segment set, as the driver runs it. */
final class SetJob {
    private final Dataset<Row> documents;
    private final Scheme scheme;
    private final SparkBuildOptions options;
    private final String path;
    private final JobName name = JobName.next();

    SetJob(Dataset<Row> documents, Scheme scheme, SparkBuildOptions options, String path) {
        this.documents = documents;
        this.scheme = scheme;
        this.options = options;
        this.path = path;
    }

    SetReport run() throws IOException {
        Dataset<Row> columns = DocumentColumns.select(documents, options);
        SparkContext context = documents.sparkSession().sparkContext();
        Configuration hadoop = documents.sparkSession().sessionState().newHadoopConf();
        SetCommit commit = new SetCommit(SetFiles.of(path, hadoop), new Path(path), name);
        commit.begin();
        RunningTasks tasks = new RunningTasks(context, name.tag());
        boolean committed = false;
        try {
            List<ShardResult> results;
            try (RunningTasks tagged = tasks.tag()) {
                results = results(columns, hadoop);
            }
            RowCounts counts = new RowCounts();
            results.forEach(result -> counts.add(result.counts()));
            SegmentSet set = set(results, counts);
            commit.commit(set);
            committed = true;
            tasks.awaitEnd();
            return report(set, counts, commit);
        } finally {
            if (!committed) {
                tasks.awaitEnd();
                commit.abort();
            }
        }
    }

    private List<ShardResult> results(Dataset<Row> columns, Configuration hadoop) {
        TaskSettings settings = TaskSettings.of(path, name, scheme, options);
        ShardTask task = new ShardTask(settings, new SerializableConfiguration(hadoop));
        try {
            return ShardPartitions.divide(columns, options)
                    .javaRDD()
                    .mapPartitionsWithIndex(task, false)
                    .collect();
        } catch (WhorlException e) {
            throw e;
        } catch (Exception e) {
            // Spark throws the checked exceptions of Scala's methods, which do not declare them.
            throw new WhorlSparkException(
                    Reason.JOB_FAILED,
                    "the job has failed, and nothing was committed: " + summary(e) + "; the log of Spark says more",
                    e);
        }
    }

    /** The message of an error without the stack traces of tasks, which Spark appends. */
    private static String summary(Exception e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }

    private SegmentSet set(List<ShardResult> results, RowCounts counts) {
        if (options.strict() && counts.bad() > 0) {
            throw new WhorlSparkException(
                    Reason.REFUSED_ROWS,
                    "the job is strict and found rows that it cannot index: " + counts + "; nothing was committed; "
                            + "examples: " + String.join("; ", counts.examples()));
        }
        List<Shard> shards = results.stream()
                .filter(result -> !result.shard().isEmpty())
                .sorted(Comparator.comparingInt(ShardResult::partition))
                .map(result -> Shard.fromJson(result.shard()))
                .toList();
        if (shards.isEmpty()) {
            throw new WhorlSparkException(
                    Reason.NO_DOCUMENTS,
                    "none of " + counts.rows() + " rows is a document that can be indexed"
                            + (counts.leftOut().isEmpty() ? "" : " (" + counts + ")")
                            + "; nothing was committed; check the columns of the ids and of the texts");
        }
        return SegmentSet.of(shards);
    }

    private SetReport report(SegmentSet set, RowCounts counts, SetCommit commit) throws IOException {
        Set<String> names = set.shards().stream().map(Shard::name).collect(Collectors.toSet());
        SetCommit.Cleanup cleanup = commit.removeOthers(names);
        return new SetReport(
                path,
                set.shards().size(),
                counts.rows(),
                set.documents(),
                set.shards().stream().mapToLong(Shard::words).sum(),
                set.shards().stream().mapToLong(Shard::postings).sum(),
                set.bytes(),
                counts.textBytes(),
                counts.leftOut(),
                counts.examples(),
                counts.unusableDates(),
                counts.malformed(),
                counts.withoutMinutiae(),
                cleanup.removed(),
                cleanup.orphans());
    }
}

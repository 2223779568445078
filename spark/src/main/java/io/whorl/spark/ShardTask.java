package io.whorl.spark;

import io.whorl.bulk.BuildOptions;
import io.whorl.scheme.Scheme;
import io.whorl.shard.Shard;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.Function2;
import org.apache.spark.sql.Row;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Builds a shard of the documents of one partition on the local disk, and uploads it under a name that no other attempt
 * uses. Several attempts may run at once; the driver uses the shard of one of them and removes the others.
 */
final class ShardTask implements Function2<Integer, Iterator<Row>, Iterator<ShardResult>> {
    private static final long serialVersionUID = 1;

    private final TaskSettings settings;
    private final SerializableConfiguration hadoop;

    ShardTask(TaskSettings settings, SerializableConfiguration hadoop) {
        this.settings = settings;
        this.hadoop = hadoop;
    }

    @Override
    public Iterator<ShardResult> call(Integer partition, Iterator<Row> rows) throws IOException {
        if (!rows.hasNext()) {
            return List.of(new ShardResult(partition, "", new RowCounts())).iterator();
        }
        TaskContext context = TaskContext.get();
        Path directory = WorkerPlace.scratch(settings.scratch(), partition)
                .resolve(settings.job().newShard());
        BuildOptions options = settings.build(WorkerPlace.memory(context), context.cpus());
        try {
            ShardBuild build = new ShardBuild(settings, context);
            boolean built = build.run(directory, Scheme.fromJson(settings.scheme()), options, rows);
            Optional<Shard> shard = built ? Optional.of(upload(directory, options, context)) : Optional.empty();
            return List.of(new ShardResult(partition, shard.map(Shard::toJson).orElse(""), build.counts()))
                    .iterator();
        } finally {
            WorkerPlace.remove(directory);
        }
    }

    private Shard upload(Path directory, BuildOptions options, TaskContext context) throws IOException {
        Shard shard = Shard.describe(directory, options);
        FileSystem files = SetFiles.of(settings.set(), hadoop.value());
        ShardUpload.upload(directory, shard, files, new org.apache.hadoop.fs.Path(settings.set()), context);
        return shard;
    }
}

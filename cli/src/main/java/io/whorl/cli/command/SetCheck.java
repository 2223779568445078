package io.whorl.cli.command;

import io.whorl.SegmentSetException;
import io.whorl.WhorlException;
import io.whorl.query.IndexCheck;
import io.whorl.shard.SegmentSet;
import io.whorl.shard.Shard;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Verifies every byte of a segment set: its files by their checksums, and each shard as an index. */
final class SetCheck {
    private SetCheck() {}

    static IndexCheck.Report check(Path directory) throws IOException {
        List<String> problems = new ArrayList<>();
        int files = 1;
        long bytes = 0;
        SegmentSet set;
        try {
            set = SegmentSet.read(directory);
        } catch (SegmentSetException e) {
            return new IndexCheck.Report(1, 0, List.of(e.getMessage()));
        }
        for (Shard shard : set.shards()) {
            try {
                SegmentSet.of(List.of(shard)).verify(directory);
                IndexCheck.Report report = IndexCheck.check(directory.resolve(shard.name()));
                files += report.files();
                bytes += report.bytes();
                report.problems().forEach(problem -> problems.add(shard.name() + ": " + problem));
            } catch (WhorlException e) {
                problems.add(e.getMessage());
            }
        }
        return new IndexCheck.Report(files, bytes, problems);
    }
}

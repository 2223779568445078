package io.whorl.cli.command;

import io.whorl.RefusedException;
import io.whorl.WhorlException;
import io.whorl.cli.output.Amount;
import io.whorl.cli.output.Table;
import io.whorl.query.IndexCheck;
import io.whorl.shard.SegmentSet;
import io.whorl.shard.Shard;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Verifies every byte of an index. */
@Command(name = "check")
final class CheckCommand extends IndexCommand {
    @Option(names = "--repair")
    private boolean repair;

    @Override
    boolean hasOtherResults() {
        return true;
    }

    @Override
    public Integer call() throws IOException {
        if (SegmentSet.isAt(index)) {
            usage().refuse(repair, "a segment set cannot be repaired; copy or build the damaged shard again");
            return isIntact(checkSet(index)) ? DONE : FAILED;
        }
        if (!repair) {
            return isIntact(IndexCheck.check(index)) ? DONE : FAILED;
        }
        try {
            if (isIntact(IndexCheck.check(index))) {
                return DONE;
            }
        } catch (RefusedException e) {
            if (e.reason() != RefusedException.Reason.NOT_AN_INDEX) {
                throw e;
            }
            note(e.getMessage());
        }
        IndexCheck.RepairReport report = IndexCheck.repair(index);
        report.lost().forEach(lost -> warn("lost: " + lost));
        note(
                report.kept().isEmpty()
                        ? "no file is intact, and nothing was changed; build the index again"
                        : "repaired: the index consists of " + String.join(", ", report.kept())
                                + "; damaged files were renamed to end in .damaged");
        return report.kept().isEmpty() ? FAILED : DONE;
    }

    private boolean isIntact(IndexCheck.Report report) throws IOException {
        print(new Table<String>().text("problem", problem -> problem), report.problems());
        int problems = report.problems().size();
        note("checked " + Amount.of(report.files(), "file") + ", " + Amount.of(report.bytes(), "byte") + ": "
                + (problems == 0 ? "no problem found" : Amount.of(problems, "problem")));
        return report.problems().isEmpty();
    }

    /** Verifies every byte of a segment set: its files by their checksums, and each shard as an index. */
    private static IndexCheck.Report checkSet(Path directory) throws IOException {
        List<String> problems = new ArrayList<>();
        int files = 1;
        long bytes = 0;
        SegmentSet set;
        try {
            set = SegmentSet.read(directory);
        } catch (RefusedException e) {
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

package io.whorl.cli;

import io.whorl.IndexStats;
import io.whorl.LimitExceededException;
import io.whorl.RefusedException;
import io.whorl.WhorlException;
import io.whorl.bulk.RepeatedIds;
import io.whorl.cli.QueryCommand.ListedIds;
import io.whorl.query.IndexCheck;
import io.whorl.query.Snapshot;
import io.whorl.shard.SegmentSet;
import io.whorl.shard.Shard;
import io.whorl.store.IndexFiles;
import io.whorl.write.AdoptOptions;
import io.whorl.write.AdoptReport;
import io.whorl.write.IndexWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Timer;
import java.util.TimerTask;
import org.apache.commons.io.function.IORunnable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A command whose first argument is an index. Those that read no documents and compare none are nested. */
abstract class IndexCommand extends Subcommand {
    @Parameters(index = "0", paramLabel = "INDEX")
    Path index;

    /** The counts of an index, and its size. */
    static Figures figures(IndexStats of) {
        return new Figures()
                .count("documents", of.documents())
                .count("words", of.words())
                .count("minutiae", of.minutiae())
                .count("singletons", of.singletons())
                .count("postings", of.postings())
                .count("bytes", of.bytes())
                .hundredth("bytesPerPosting", of.bytesPerPosting());
    }

    /** Work after a commit. If it fails, the commit is still valid, so the failure is only a warning. */
    record AfterCommit(Console console, Path index) {
        /** Waits for the merges that the commit has started. */
        void merge(IndexWriter writer) {
            run("merging its segments failed", writer::awaitMerges);
        }

        void close(IndexWriter writer) {
            run("closing it failed", writer::close);
        }

        void run(String failure, IORunnable step) {
            try {
                step.run();
            } catch (IOException | RuntimeException | OutOfMemoryError e) {
                console.warn("warning: the change is committed to " + index + ", but " + failure + ": "
                        + ErrorReport.message(e) + "; 'check " + index + "' verifies the index, 'merge " + index
                        + "' tries to merge again");
            }
        }
    }

    /** Deletes documents from an index, in one commit. */
    @Command(name = "delete")
    static final class DeleteCommand extends IndexCommand {
        /** Of the heap, the part for the ids of a commit is one over this. */
        private static final int HEAP_SHARE = 4;
        /** An id that waits for its commit: its entry in a hash map, and its objects. */
        private static final int ID_BYTES = 96;
        /** A character of it: in a string and in the bytes of the commit, which grow by copying. */
        private static final long CHARACTER_BYTES = 3;

        @Parameters(index = "1..*", arity = "0..*", paramLabel = "ID")
        private List<String> ids = List.of();

        @Option(names = "--ids", paramLabel = "FILE|-")
        private Path idFile;

        @Override
        public Integer call() throws IOException {
            refuse(ids.isEmpty() && idFile == null, "no document is named; give an ID, or --ids with a file of ids");
            try (ListedIds listed = new ListedIds(ids, Optional.ofNullable(idFile), console())) {
                requireMemory(listed, Runtime.getRuntime().maxMemory() / HEAP_SHARE);
                long deleted = delete(listed);
                note("deleted " + Amount.of(deleted, "document"));
                print(new Figures().count("deleted", deleted).count("notFound", listed.size() - deleted));
                return DONE;
            }
        }

        /**
         * Checks that the ids fit in memory. The writer holds them until their commit.
         *
         * @param most bytes of heap
         * @throws LimitExceededException if they do not
         */
        static void requireMemory(Iterable<String> ids, long most) {
            long bytes = 0;
            for (String id : ids) {
                bytes += ID_BYTES + CHARACTER_BYTES * id.length();
                LimitExceededException.require(
                        "bytes of heap for the ids of one deletion",
                        bytes,
                        most,
                        "nothing was deleted; delete parts of the list one after another, or start java with a larger"
                                + " heap, such as -Xmx4g");
            }
        }

        private long delete(ListedIds listed) throws IOException {
            long deleted = 0;
            try (IndexWriter writer = writer(index)) {
                for (String id : listed) {
                    if (writer.delete(id)) {
                        deleted++;
                    } else {
                        listed.missing(id);
                    }
                }
                writer.commit();
                AfterCommit after = new AfterCommit(console(), index);
                after.merge(writer);
                after.close(writer);
            }
            listed.reportMissing();
            return deleted;
        }
    }

    /** Merges an index into one segment. */
    @Command(name = "merge")
    static final class MergeCommand extends IndexCommand {
        private static final long ASKED_MILLIS = 1_000;

        @Override
        @SuppressWarnings("try")
        public Integer call() throws IOException {
            long before = bytes();
            Timer asking = new Timer(true);
            try (IndexWriter writer = writer(index);
                    Progress progress = console().progress("merge", before)) {
                TimerTask ask = new TimerTask() {
                    @Override
                    public void run() {
                        progress.at(Math.max(0, Math.min(before, bytes() - before)));
                    }
                };
                asking.schedule(ask, ASKED_MILLIS, ASKED_MILLIS);
                writer.forceMerge();
                progress.at(before);
            } finally {
                asking.cancel();
            }
            try (Snapshot snapshot = Snapshot.open(index)) {
                note(
                        "%s has %s now: %s, %.1f MB",
                        index,
                        Amount.of(snapshot.stats().segments(), "segment"),
                        Amount.of(snapshot.documents(), "document"),
                        snapshot.stats().bytes() / Amount.MEGABYTE);
            }
            return DONE;
        }

        /** The new segment grows beside the others. */
        private long bytes() {
            try {
                return IndexFiles.bytes(index);
            } catch (IOException e) {
                return 0;
            }
        }
    }

    /** Makes a backup of an index, or brings one up to date. */
    @Command(name = "backup")
    static final class BackupCommand extends IndexCommand {
        @Parameters(index = "1", paramLabel = "DIR")
        private Path directory;

        @Override
        @SuppressWarnings("try")
        public Integer call() throws IOException {
            try (InterruptOnExit interruption = new InterruptOnExit();
                    Snapshot snapshot = Snapshot.open(index)) {
                Snapshot.Backup made;
                long bytes = snapshot.stats().bytes();
                try (Progress progress = console().progress("backup", bytes)) {
                    made = snapshot.backup(directory, progress.within(bytes));
                }
                note(
                        "%s is a backup of %s as of commit %d: %s linked, %d copied, %d kept, %d removed; %.1f MB,"
                                + " of which %.1f MB were written",
                        directory,
                        index,
                        made.commit(),
                        Amount.of(made.linked(), "file"),
                        made.copied(),
                        made.kept(),
                        made.removed(),
                        made.bytes() / Amount.MEGABYTE,
                        made.written() / Amount.MEGABYTE);
                print(new Figures()
                        .count("commit", made.commit())
                        .count("linked", made.linked())
                        .count("copied", made.copied())
                        .count("kept", made.kept())
                        .count("removed", made.removed())
                        .count("bytes", made.bytes())
                        .count("written", made.written()));
            }
            return DONE;
        }
    }

    /** Makes the shards of a segment set segments of an index, in one commit. */
    @Command(name = "adopt")
    static final class AdoptCommand extends IndexCommand {
        @Parameters(index = "1", paramLabel = "SEGMENT-SET")
        private Path set;

        @Option(names = "--repeated-ids", paramLabel = "RULE", completionCandidates = Choice.RepeatedIdRules.class)
        private RepeatedIds repeatedIds = RepeatedIds.LAST;

        @Option(names = "--link")
        private boolean link;

        @Option(names = "--merge")
        private boolean merge;

        @Override
        @SuppressWarnings("try")
        public Integer call() throws IOException {
            AdoptOptions options = AdoptOptions.DEFAULT.repeatedIds(repeatedIds).link(link);
            long started = System.nanoTime();
            boolean exists = IndexFiles.exists(index);
            AfterCommit after = new AfterCommit(console(), index);
            try (InterruptOnExit interruption = new InterruptOnExit()) {
                AdoptReport report;
                if (exists) {
                    try (IndexWriter writer = writer(index)) {
                        report = writer.adopt(set, options);
                        after.close(writer);
                    }
                } else {
                    report = IndexWriter.createFrom(index, set, options);
                }
                if (merge) {
                    after.run("merging its segments failed", this::merge);
                }
                print(report, Amount.secondsSince(started));
            }
            return DONE;
        }

        private void merge() throws IOException {
            try (IndexWriter writer = writer(index)) {
                writer.forceMerge();
            }
        }

        private void print(AdoptReport report, double seconds) throws IOException {
            long documents;
            try (Snapshot snapshot = Snapshot.open(index)) {
                documents = snapshot.documents();
            }
            note(
                    "adopted %s in %s by %s in %.1f s; the index has %s now",
                    Amount.of(report.documents(), "document"),
                    Amount.of(report.segments(), "segment"),
                    index,
                    seconds,
                    Amount.of(documents, "document"));
            print(new Figures()
                    .count("adopted", report.documents())
                    .count("replaced", report.replaced())
                    .count("repeated", report.repeated())
                    .count("segments", report.segments())
                    .count("bytes", report.bytes())
                    .count("documents", documents));
        }
    }

    /** Verifies every byte of an index. */
    @Command(name = "check")
    static final class CheckCommand extends IndexCommand {
        @Option(names = "--repair")
        private boolean repair;

        @Override
        boolean hasOtherResults() {
            return true;
        }

        @Override
        public Integer call() throws IOException {
            if (SegmentSet.isAt(index)) {
                refuse(repair, "a segment set cannot be repaired; copy or build the damaged shard again");
                return isIntact(checkSet(index)) ? DONE : FAILED;
            }
            if (!repair) {
                return isIntact(check(index)) ? DONE : FAILED;
            }
            try {
                if (isIntact(check(index))) {
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

        private IndexCheck.Report check(Path checked) throws IOException {
            long bytes = IndexFiles.bytes(checked);
            try (Progress progress = console().progress("check", bytes)) {
                return IndexCheck.check(checked, progress.within(bytes));
            }
        }

        private boolean isIntact(IndexCheck.Report report) throws IOException {
            print(new Table<String>().text("problem", problem -> problem), report.problems());
            int problems = report.problems().size();
            note("checked " + Amount.of(report.files(), "file") + ", " + Amount.of(report.bytes(), "byte") + ": "
                    + (problems == 0 ? "no problem found" : Amount.of(problems, "problem")));
            return report.problems().isEmpty();
        }

        /** Verifies every byte of a segment set: its files by their checksums, and each shard as an index. */
        private IndexCheck.Report checkSet(Path directory) throws IOException {
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
                    new SegmentSet(List.of(shard)).verify(directory);
                    IndexCheck.Report report = check(directory.resolve(shard.name()));
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

    /** Shows the figures of an index. */
    @Command(name = "stats")
    static final class StatsCommand extends IndexCommand {
        @Override
        public Integer call() throws IOException {
            try (Snapshot snapshot = openAny(index, 1)) {
                IndexStats stats = snapshot.stats();
                Figures figures = figures(stats)
                        .count("segments", stats.segments())
                        .flag("dates", snapshot.hasDates())
                        .flag("storedTexts", snapshot.storesTexts())
                        .flag("storedFingerprints", snapshot.storesFingerprints());
                if (snapshot.storesTexts()) {
                    figures.count("storedTextBytes", stats.storedTextBytes());
                }
                if (snapshot.storesFingerprints()) {
                    figures.count("storedFingerprintBytes", stats.storedFingerprintBytes());
                }
                print(figures.json("scheme", snapshot.scheme().toJson()));
            }
            return DONE;
        }
    }
}

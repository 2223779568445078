package io.whorl.fuzz;

import io.whorl.CorruptIndexException;
import io.whorl.WhorlException;
import io.whorl.build.SegmentMerge;
import io.whorl.query.IndexCheck;
import io.whorl.scheme.Scheme;
import io.whorl.store.DeadDocuments;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;

/**
 * One changed file of an index. Queries, check, merge and repair must either work or fail with typed errors that name
 * the file. If the checksums were not corrected and the check finds no problem, the answers must be right.
 *
 * @param name the name of the target
 * @param wanted the end of the path of the file
 * @param indexes intact indexes that have such a file
 * @param files that file in each index
 */
record IndexTarget(String name, String wanted, List<WholeIndex> indexes, List<Path> files) implements FuzzTarget {
    static List<FuzzTarget> all(Path directory) throws IOException {
        List<WholeIndex> indexes = WholeIndex.make(directory);
        List<FuzzTarget> targets = new ArrayList<>();
        for (String wanted : List.of(".whs", "MANIFEST", ".del", ".wal", "CLOSED")) {
            List<WholeIndex> have = new ArrayList<>();
            List<Path> files = new ArrayList<>();
            for (WholeIndex index : indexes) {
                Optional<Path> file = index.files().stream()
                        .filter(f -> f.toString().endsWith(wanted))
                        .findFirst();
                file.ifPresent(f -> {
                    have.add(index);
                    files.add(f);
                });
            }
            targets.add(
                    new IndexTarget(wanted.replace(".", "").toLowerCase(java.util.Locale.ROOT), wanted, have, files));
        }
        targets.add(new SchemeTarget());
        targets.add(SetTarget.make(directory));
        return targets;
    }

    @Override
    public List<byte[]> seeds() {
        List<byte[]> seeds = new ArrayList<>();
        for (int i = 0; i < files.size(); i++) {
            seeds.add(indexes.get(i).bytes(files.get(i)));
        }
        return seeds;
    }

    @Override
    public void read(int seed, byte[] changed, Random random, Path directory) throws Throwable {
        WholeIndex whole = indexes.get(seed);
        boolean corrected = random.nextBoolean();
        byte[] bytes = corrected ? Checksums.corrected(wanted, changed) : changed;
        Path index = directory.resolve("index");
        whole.copy(index, files.get(seed), bytes);
        Optional<String> answers = answers(index);
        if (!corrected && clean(index) && !answers.equals(Optional.of(whole.answers()))) {
            throw new AssertionError("nothing is wrong with it, and it answers\n" + answers.orElse("with an error")
                    + "\nfor\n" + whole.answers());
        }
        merge(index);
        repair(index);
    }

    private static Optional<String> answers(Path index) throws IOException {
        try {
            return Optional.of(WholeIndex.ask(index));
        } catch (WhorlException | FileSystemException e) {
            named(index, e);
            return Optional.empty();
        }
    }

    private static boolean clean(Path index) throws IOException {
        try {
            return IndexCheck.check(index).problems().isEmpty();
        } catch (WhorlException | FileSystemException e) {
            named(index, e);
            return false;
        }
    }

    private static void merge(Path index) throws IOException {
        List<Path> segments;
        try (Stream<Path> in = Files.list(index)) {
            segments = in.filter(f -> f.toString().endsWith(".whs")).toList();
        }
        for (Path file : segments) {
            try {
                Segment segment = Segment.open(file);
                new SegmentMerge(
                                List.of(new SegmentMerge.Input(
                                        segment,
                                        DeadDocuments.none(segment.counts().documents()))),
                                1 << 16,
                                new ScratchSpace(index.getParent()))
                        .writeTo(index.resolveSibling("merged.whs"));
            } catch (WhorlException | FileSystemException e) {
                named(index, e);
            }
        }
    }

    /** An index that was repaired must answer queries again. */
    private static void repair(Path index) throws IOException {
        try {
            if (!IndexCheck.repair(index).kept().isEmpty()) {
                WholeIndex.ask(index);
            }
        } catch (WhorlException | FileSystemException e) {
            named(index, e);
        }
    }

    private static void named(Path index, Exception e) {
        boolean names = String.valueOf(e.getMessage())
                        .contains(index.getParent().toString())
                && (!(e instanceof CorruptIndexException damage) || damage.file() != null && damage.offset() >= 0);
        if (!names) {
            throw new AssertionError("an error that does not name its file: " + e, e);
        }
    }

    /** The JSON of a scheme. */
    private record SchemeTarget() implements FuzzTarget {
        @Override
        public String name() {
            return "scheme";
        }

        @Override
        public List<byte[]> seeds() {
            return WholeIndex.schemes().stream()
                    .map(s -> s.toJson().getBytes(StandardCharsets.UTF_8))
                    .toList();
        }

        @Override
        public void read(int seed, byte[] changed, Random random, Path directory) {
            try {
                Scheme read = Scheme.fromJson(new String(changed, StandardCharsets.UTF_8));
                if (!Scheme.fromJson(read.toJson()).equals(read)) {
                    throw new AssertionError("it is read otherwise than it is written: " + read.toJson());
                }
            } catch (WhorlException typed) {
                // The documented error.
            }
        }
    }
}

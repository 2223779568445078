package io.whorl.fuzz;

import io.whorl.CorruptIndexException;
import io.whorl.RefusedException;
import io.whorl.WhorlException;
import io.whorl.build.SegmentMerge;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.cluster.SimilarityOptions;
import io.whorl.fuzz.FuzzTest.FuzzTarget;
import io.whorl.measure.Measure;
import io.whorl.query.IndexCheck;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.shard.SegmentSet;
import io.whorl.shard.Shard;
import io.whorl.store.Part.SealedPart;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import io.whorl.testing.ForgedFiles;
import io.whorl.testing.Repeated;
import io.whorl.write.IndexWriter;
import io.whorl.write.WriterOptions;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * One changed file of an index. Queries, check, merge and repair must either work or fail with typed errors that name
 * the file. If the checksums were not corrected and the check finds no problem, the answers must be right.
 *
 * @param name the name of the target
 * @param wanted the end of the path of the file
 * @param files that file in each intact index that has one
 */
record IndexTarget(String name, String wanted, List<IndexFile> files) implements FuzzTarget {
    /** A file of an index, relative to the directory of the index. */
    private record IndexFile(WholeIndex index, Path file) {}

    static List<FuzzTarget> all(Path directory) throws IOException {
        List<WholeIndex> indexes = WholeIndex.make(directory);
        List<FuzzTarget> targets = new ArrayList<>();
        for (String wanted : List.of(".whs", "MANIFEST", ".del", ".wal")) {
            List<IndexFile> files = indexes.stream()
                    .flatMap(index -> index.files().stream()
                            .filter(f -> f.toString().endsWith(wanted))
                            .limit(1)
                            .map(f -> new IndexFile(index, f)))
                    .toList();
            targets.add(new IndexTarget(wanted.replace(".", "").toLowerCase(Locale.ROOT), wanted, files));
        }
        targets.add(new SchemeTarget());
        targets.add(SetTarget.make(directory));
        return targets;
    }

    @Override
    public List<byte[]> seeds() {
        return files.stream().map(f -> f.index.bytes(f.file)).toList();
    }

    @Override
    public void read(int seed, byte[] changed, Random random, Path directory) throws Throwable {
        WholeIndex whole = files.get(seed).index;
        boolean corrected = random.nextBoolean();
        byte[] bytes = corrected ? Checksums.corrected(wanted, changed) : changed;
        Path index = directory.resolve("index");
        whole.copy(index, files.get(seed).file, bytes);
        Optional<String> answers = tried(index, () -> WholeIndex.ask(index));
        if (!corrected && isClean(index) && !answers.equals(Optional.of(whole.answers()))) {
            throw new AssertionError("nothing is wrong with it, and it answers\n" + answers.orElse("with an error")
                    + "\nfor\n" + whole.answers());
        }
        merge(index);
        // An index that was repaired must answer queries again.
        tried(index, () -> IndexCheck.repair(index).kept().isEmpty() ? "" : WholeIndex.ask(index));
    }

    /** The result of a call; empty if it fails with a typed error, which must name its file. */
    private static <T> Optional<T> tried(Path index, Callable<T> call) throws Exception {
        try {
            return Optional.of(call.call());
        } catch (WhorlException | FileSystemException e) {
            named(index, e);
            return Optional.empty();
        }
    }

    private static boolean isClean(Path index) throws Exception {
        return tried(index, () -> IndexCheck.check(index).problems().isEmpty()).orElse(false);
    }

    private static void merge(Path index) throws Exception {
        List<Path> segments;
        try (Stream<Path> in = Files.list(index)) {
            segments = in.filter(f -> f.toString().endsWith(".whs")).toList();
        }
        for (Path file : segments) {
            tried(index, () -> {
                List<SealedPart> parts = List.of(SealedPart.of(Segment.open(file)));
                new SegmentMerge(parts, 1 << 16, new ScratchSpace(index.getParent()))
                        .writeTo(index.resolveSibling("merged.whs"));
                return file;
            });
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

    /** The file that names the shards of a segment set. */
    record SetTarget(List<byte[]> seeds) implements FuzzTarget {
        private static final int SHARDS = 3;

        static SetTarget make(Path directory) throws IOException {
            List<byte[]> seeds = new ArrayList<>();
            for (var scheme : WholeIndex.schemes()) {
                Path set = Files.createTempDirectory(directory, "set");
                List<Shard> shards = Repeated.list(SHARDS, s -> {
                    Path shard = set.resolve(Shard.newName());
                    BuildOptions options = BuildOptions.DEFAULT.threads(1);
                    try (IndexBuilder builder = IndexBuilder.create(shard, scheme, options)) {
                        builder.add("document " + s, "some words of document number " + s);
                        builder.finish();
                    }
                    return Shard.describe(shard, options);
                });
                seeds.add(new SegmentSet(shards).toJson());
            }
            return new SetTarget(List.copyOf(seeds));
        }

        @Override
        public String name() {
            return "set";
        }

        @Override
        public void read(int seed, byte[] changed, Random random, Path directory) {
            byte[] bytes = random.nextBoolean() ? Checksums.corrected(SegmentSet.FILE, changed) : changed;
            try {
                SegmentSet set = SegmentSet.fromJson(bytes, "the set");
                if (!SegmentSet.fromJson(set.toJson(), "the set").equals(set)) {
                    throw new AssertionError("it is read otherwise than it is written: " + set);
                }
            } catch (RefusedException typed) {
                if (!typed.getMessage().contains("the set")) {
                    throw new AssertionError("an error that does not name its file: " + typed, typed);
                }
            }
        }
    }

    /** Corrects the checksums of a changed file as far as possible, so that the data that they protect is read. */
    static final class Checksums {
        private Checksums() {}

        /** @param kind the end of the file name */
        static byte[] corrected(String kind, byte[] bytes) {
            byte[] b = bytes.clone();
            return switch (kind) {
                case ".whs" -> segment(b);
                case "MANIFEST" -> manifest(b);
                case ".del" -> ForgedFiles.deaths(b);
                case ".wal" -> log(b);
                case "SEGMENT-SET.json" -> set(b);
                default -> ForgedFiles.ending(b, 36);
            };
        }

        private static byte[] segment(byte[] b) {
            if (b.length >= ForgedFiles.SEGMENT_HEADER) {
                little(b).putLong(16, b.length);
            }
            return ForgedFiles.segment(b);
        }

        private static byte[] manifest(byte[] b) {
            String json = new String(b, StandardCharsets.UTF_8).split("\n", 2)[0];
            byte[] line = json.getBytes(StandardCharsets.UTF_8);
            return String.format(Locale.ROOT, "%s\n%08x\n", json, ForgedFiles.crc(line, 0, line.length))
                    .getBytes(StandardCharsets.UTF_8);
        }

        private static byte[] set(byte[] b) {
            String json = new String(b, StandardCharsets.ISO_8859_1);
            int end = json.lastIndexOf(",\"checksum\"");
            if (end < 0) {
                return b;
            }
            String corrected = String.format(
                    Locale.ROOT, "%s,\"checksum\":\"%08x\"}\n", json.substring(0, end), ForgedFiles.crc(b, 0, end));
            return corrected.getBytes(StandardCharsets.ISO_8859_1);
        }

        /** Corrects the frames up to the first one with an impossible length. */
        private static byte[] log(byte[] b) {
            if (b.length < 64) {
                return b;
            }
            ForgedFiles.ending(b, 60);
            ByteBuffer file = little(b);
            for (long at = 64; at + 28 <= b.length; ) {
                int frame = (int) at;
                long length = file.getInt(frame + 8);
                if (length < 0 || at + 28 + length > b.length) {
                    return b;
                }
                file.putInt(frame + 12, ForgedFiles.crc(b, frame + 28, (int) (frame + 28 + length)));
                CRC32C crc = new CRC32C();
                crc.update(b, 32, 8);
                crc.update(b, frame, 24);
                file.putInt(frame + 24, (int) crc.getValue());
                at += 28 + length;
            }
            return b;
        }

        private static ByteBuffer little(byte[] b) {
            return ByteBuffer.wrap(b).order(ByteOrder.LITTLE_ENDIAN);
        }
    }

    /**
     * A small intact index with segments, tombstones, a log and the mark of a clean close. Every second one stores
     * texts.
     *
     * @param directory its directory
     * @param files its files except LOCK, relative to the directory
     * @param answers the result of {@link #ask}
     */
    record WholeIndex(Path directory, List<Path> files, String answers) {
        private static final int DOCUMENTS = 24;

        /** Schemes of different widths, with and without frequencies, with sketches and with moduli by size. */
        static List<Scheme> schemes() {
            return List.of(
                    Scheme.builder().build(),
                    Scheme.builder().granularity(1).frequencies(true).bits(64).build(),
                    Scheme.builder()
                            .granularity(2)
                            .selection("min-s", Map.of("s", "9"))
                            .build(),
                    Scheme.builder()
                            .granularity(1)
                            .selection("mod-by-size", Map.of())
                            .bits(33)
                            .build());
        }

        static List<WholeIndex> make(Path directory) throws IOException {
            List<WholeIndex> made = new ArrayList<>();
            for (Scheme scheme : schemes()) {
                Path index = directory.resolve("index-" + made.size());
                if (!Files.exists(index)) {
                    make(index, scheme, made.size() % 2 == 0, made.size() < 3);
                }
                try (Stream<Path> tree = Files.walk(index)) {
                    List<Path> files = tree.filter(f -> Files.isRegularFile(f) && !f.endsWith("LOCK"))
                            .map(index::relativize)
                            .sorted()
                            .toList();
                    made.add(new WholeIndex(index, files, ask(index)));
                }
            }
            return made;
        }

        private static void make(Path index, Scheme scheme, boolean storeText, boolean storeFingerprints)
                throws IOException {
            try (IndexBuilder builder = IndexBuilder.create(
                    index,
                    scheme,
                    BuildOptions.DEFAULT.threads(1).storeText(storeText).storeFingerprints(storeFingerprints))) {
                for (int d = 0; d < DOCUMENTS; d++) {
                    builder.add("document " + d, text(d));
                }
                builder.finish();
            }
            // The first writer seals its changes. The changes of the second one stay in the log.
            try (IndexWriter writer = IndexWriter.open(index, WriterOptions.DEFAULT.liveMap(LiveMap.NONE))) {
                writer.delete("document 3");
                writer.delete("document 17");
                writer.add("sealed", text(2));
                writer.commit();
                writer.seal();
            }
            try (IndexWriter writer = IndexWriter.open(index, WriterOptions.DEFAULT.liveMap(LiveMap.NONE))) {
                writer.add("logged", text(1));
                writer.add("document 4", text(5));
                writer.commit();
                writer.delete("document 5");
                writer.commit();
            }
        }

        /** Returns a text that shares half of its words with the text of the next number. */
        private static byte[] text(int document) {
            String text = Repeated.text(2, part -> {
                Random random = new Random(document + part);
                return Repeated.text(30, word -> Integer.toString(random.nextInt(word % 3 == 0 ? 9 : 5_000), 36) + " ");
            });
            return text.getBytes(StandardCharsets.UTF_8);
        }

        byte[] bytes(Path file) {
            try {
                return Files.readAllBytes(directory.resolve(file));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Copies the index, with other bytes in one file. */
        void copy(Path to, Path other, byte[] bytes) throws IOException {
            for (Path file : files) {
                Files.createDirectories(to.resolve(file).getParent());
                Files.write(to.resolve(file), file.equals(other) ? bytes : bytes(file));
            }
        }

        /** Runs queries of all kinds, and returns the answers as text. */
        static String ask(Path index) throws IOException {
            StringBuilder answers = new StringBuilder();
            try (Snapshot snapshot = Snapshot.open(index)) {
                boolean minS = snapshot.scheme().selection().name().equals("min-s");
                for (Measure measure : Measure.values()) {
                    if (fits(measure, snapshot.scheme(), minS)) {
                        answers.append(snapshot.query(text(1), QueryOptions.DEFAULT.measure(measure)))
                                .append('\n');
                    }
                }
                answers.append(snapshot.ids().toList()).append('\n');
                List<String> ids = Repeated.list(DOCUMENTS, d -> "document " + d);
                answers.append(snapshot.documents(ids)).append('\n');
                for (String id : snapshot.storesTexts() ? ids : List.<String>of()) {
                    answers.append(snapshot.text(id).map(Arrays::hashCode)).append('\n');
                }
                if (snapshot.storesTexts()) {
                    answers.append(snapshot.text("logged").map(Arrays::hashCode))
                            .append('\n');
                }
                QueryOptions resemblance = QueryOptions.DEFAULT.measure(Measure.RESEMBLANCE);
                for (String id : snapshot.storesFingerprints() ? List.of("document 1", "logged") : List.<String>of()) {
                    // A repair may have removed the document.
                    if (snapshot.document(id).isPresent()) {
                        answers.append(snapshot.like(id, resemblance)).append('\n');
                    }
                }
                answers.append(snapshot.pairs(SimilarityOptions.PAIRS
                                .measure(minS ? Measure.RESEMBLANCE : Measure.CONTAINED)
                                .minScore(0.1)
                                .top(1_000)
                                .threads(1)
                                .expanded(true))
                        .toList());
                answers.append(snapshot.stats().documents())
                        .append(' ')
                        .append(snapshot.stats().postings());
            }
            return answers.toString();
        }

        private static boolean fits(Measure measure, Scheme scheme, boolean minS) {
            try {
                measure.check(scheme);
                return !minS || measure == Measure.SHARED || measure == Measure.RESEMBLANCE;
            } catch (io.whorl.WhorlException not) {
                return false;
            }
        }
    }
}

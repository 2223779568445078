package io.whorl.shard;

import com.fasterxml.jackson.core.JsonGenerator;
import io.whorl.RefusedException;
import io.whorl.RefusedException.Reason;
import io.whorl.SchemeException;
import io.whorl.WhorlException;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.Duplicates;
import io.whorl.internal.Ranges;
import io.whorl.scheme.Scheme;
import io.whorl.shard.Shard.ShardRules;
import io.whorl.store.Channels;
import io.whorl.store.Checksum;
import io.whorl.store.FileNames;
import io.whorl.store.IndexFiles;
import io.whorl.store.JsonFields;
import io.whorl.store.Manifest;
import io.whorl.store.Segment;
import io.whorl.store.SegmentCounts;
import io.whorl.store.SegmentFile;
import io.whorl.store.StoredKinds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * A segment set: shards that were built apart and belong together. Immutable and thread-safe.
 *
 * <p>A set is a directory with a directory for each shard, and the file {@value #FILE}, which names them. Workers write
 * shards under unique names and return {@link Shard}s. One driver then calls {@link #of} and {@link #commit}, or writes
 * {@link #toJson} to its file system in one step, such as a rename. That is the only commit point. A directory whose
 * name is that of a shard and which the file does not name is an orphan, and may be removed.
 *
 * <p>{@code IndexWriter.adopt} makes the shards segments of one index. {@code Snapshot.openSet} queries them as they
 * are.
 */
public final class SegmentSet {
    /** The name of the file that names the shards. */
    public static final String FILE = FileNames.SEGMENT_SET;
    /** The largest number of shards. Each needs mappings, which are limited per process. */
    public static final int MOST_SHARDS = 2_048;

    /** The version of the format: one line of JSON, whose last field is a checksum; docs/FORMAT.md, "Segment sets". */
    private static final int VERSION = 1;

    private static final String FORMAT = "whorl-segment-set";
    /** Maximum size of the file in bytes. */
    private static final long LARGEST = 64 << 20;

    private final List<Shard> shards;

    private SegmentSet(List<Shard> shards) {
        this.shards = shards;
    }

    /**
     * Makes a set of shards.
     *
     * @param shards 1 to {@value #MOST_SHARDS}, in an order that decides which of several documents with one id is kept
     * @throws RefusedException if two of them differ in their scheme, the options of their build, or the version of
     *     Whorl that built them; the message names both
     */
    public static SegmentSet of(List<Shard> shards) {
        Objects.requireNonNull(shards, "shards");
        List<Shard> all = List.copyOf(shards);
        Ranges.check("shards", all.size(), 1, MOST_SHARDS);
        Set<String> names = new HashSet<>();
        Shard first = all.get(0);
        for (Shard shard : all) {
            if (!names.add(shard.name())) {
                throw new IllegalArgumentException("shards name " + shard.name() + " twice; give each shard once");
            }
            first.rules().require(first.name(), shard.name(), shard.rules());
        }
        return new SegmentSet(all);
    }

    /**
     * Reads the set in a directory. Verifies the file {@value #FILE}, but not the shards.
     *
     * @throws RefusedException if the directory is not a segment set, or the file is damaged; if the set has a newer
     *     format
     */
    public static SegmentSet read(Path directory) throws IOException {
        Objects.requireNonNull(directory, "directory");
        Path file = directory.resolve(FILE);
        byte[] bytes;
        try {
            if (Files.size(file) > LARGEST) {
                throw damaged(file.toString(), "it has more than " + LARGEST + " bytes", null);
            }
            bytes = Files.readAllBytes(file);
        } catch (FileSystemException e) {
            if (Files.exists(file)) {
                throw e;
            }
            throw new RefusedException(
                    directory.toString(),
                    Reason.NOT_A_SET,
                    Files.isDirectory(directory)
                            ? "it has no " + FILE + "; the job that writes the set has not committed it"
                            : "there is no such directory",
                    e);
        }
        return fromJson(bytes, file.toString());
    }

    /** Whether a directory has a file {@value #FILE}. */
    public static boolean isAt(Path directory) {
        return Files.isRegularFile(directory.resolve(FILE));
    }

    /**
     * Reads the bytes of a file {@value #FILE}.
     *
     * @param source where they come from, for messages
     * @throws RefusedException if they are damaged; if the set has a newer format
     */
    public static SegmentSet fromJson(byte[] json, String source) {
        Objects.requireNonNull(json, "json");
        Objects.requireNonNull(source, "source");
        int length = Math.max(0, json.length - end(new byte[0], 0).length());
        String end = new String(json, length, json.length - length, StandardCharsets.UTF_8);
        if (!end.equals(end(json, length))) {
            throw damaged(source, "its checksum does not match", null);
        }
        try {
            JsonFields fields = JsonFields.of(new String(json, StandardCharsets.UTF_8));
            long version = fields.number("version");
            if (version > VERSION) {
                throw RefusedException.version(Path.of(source), Math.toIntExact(version), VERSION);
            }
            if (!fields.text("format").equals(FORMAT) || version != VERSION) {
                throw new IllegalArgumentException("it is of the format " + fields.text("format") + " " + version);
            }
            ShardRules rules = ShardJson.rules(fields);
            List<Shard> shards = new ArrayList<>();
            fields.objects("shards").forEach(shard -> shards.add(ShardJson.shard(shard, rules)));
            return SegmentSet.of(shards);
        } catch (IOException | SchemeException | IllegalArgumentException | ArithmeticException e) {
            throw damaged(source, e.getMessage(), e);
        }
    }

    /**
     * The bytes of the file {@value #FILE}: one line of JSON, with a checksum of itself. Equal sets have equal bytes.
     */
    public byte[] toJson() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator g = JsonFields.JSON.createGenerator(out)) {
            g.writeStartObject();
            g.writeStringField("format", FORMAT);
            g.writeNumberField("version", VERSION);
            ShardJson.writeRules(g, rules());
            g.writeArrayFieldStart("shards");
            for (Shard shard : shards) {
                g.writeStartObject();
                ShardJson.writeShard(g, shard);
                g.writeEndObject();
            }
            g.writeEndArray();
            g.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        // The checksum takes the place of the closing brace.
        byte[] json = out.toByteArray();
        byte[] end = end(json, json.length - 1).getBytes(StandardCharsets.UTF_8);
        byte[] whole = Arrays.copyOf(json, json.length - 1 + end.length);
        System.arraycopy(end, 0, whole, json.length - 1, end.length);
        return whole;
    }

    /** The end of the file: the checksum of the bytes before it. */
    private static String end(byte[] bytes, int length) {
        return String.format(Locale.ROOT, ",\"checksum\":\"%08x\"}\n", Checksum.of(bytes, 0, length));
    }

    private static RefusedException damaged(String source, String problem, Throwable cause) {
        return new RefusedException(
                source, Reason.DAMAGED, problem + "; copy the file again, or build the set again", cause);
    }

    /**
     * Commits this set in a local directory, which has the shards already. Checks that their files are there and have
     * their lengths, makes them durable, and writes the file {@value #FILE} by one rename.
     *
     * @throws RefusedException if the directory is a set already, or if a file of a shard is missing or too short
     */
    public void commit(Path directory) throws IOException {
        Path file = directory.resolve(FILE);
        if (Files.exists(file)) {
            throw new RefusedException(
                    directory, Reason.EXISTS, "it already is a segment set; write to another directory");
        }
        for (Shard shard : shards) {
            ShardFiles.requireLengths(directory, shard);
            for (Shard.File part : shard.files()) {
                Channels.force(directory.resolve(shard.name()).resolve(part.name()));
            }
            IndexFiles.force(directory.resolve(shard.name()));
        }
        IndexFiles.force(directory);
        IndexFiles.replace(file, toJson());
    }

    /**
     * Reads all files of the shards, compares their lengths and checksums with this set, and opens each shard as a
     * reader does.
     *
     * @param directory the directory of the set
     * @throws RefusedException that names the first file that differs
     */
    public void verify(Path directory) throws IOException {
        requireFiles(directory);
        for (Shard shard : shards) {
            ShardFiles.requireChecksums(directory, shard);
        }
    }

    /**
     * Checks that all files of the shards are there and have their lengths, and opens each shard as a reader does.
     * Takes time that does not depend on their sizes.
     *
     * @param directory the directory of the set
     * @throws RefusedException that names the first file that differs; if a file has a newer format
     */
    public void requireFiles(Path directory) throws IOException {
        for (Shard shard : shards) {
            ShardFiles.open(directory, shard);
        }
    }

    /**
     * Refuses a set that another version of Whorl built: equal documents might not give equal bytes.
     *
     * @param place the directory of the set, for the message
     * @throws RefusedException that names both versions
     */
    public void requireThisVersion(Path place) {
        if (!rules().whorl().equals(ShardRules.CURRENT_WHORL)) {
            throw new RefusedException(
                    place,
                    Reason.VERSION,
                    "Whorl " + rules().whorl() + " built this set, and this is Whorl " + ShardRules.CURRENT_WHORL
                            + "; use the same version for both");
        }
    }

    /** The shards, in their order. */
    public List<Shard> shards() {
        return shards;
    }

    /** What the shards have in common. */
    public ShardRules rules() {
        return shards.get(0).rules();
    }

    /** The scheme of all shards. */
    public Scheme scheme() {
        return rules().scheme();
    }

    /** The documents of all shards. Documents with one id in several shards count several times. */
    public long documents() {
        return shards.stream().mapToLong(Shard::documents).sum();
    }

    /** The bytes of all files of the shards. */
    public long bytes() {
        return shards.stream().mapToLong(Shard::bytes).sum();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SegmentSet set && set.shards.equals(shards);
    }

    @Override
    public int hashCode() {
        return shards.hashCode();
    }

    @Override
    public String toString() {
        return shards.size() + " shards, " + documents() + " documents, " + bytes() + " bytes";
    }

    /** The JSON of shards and of what they have in common; docs/FORMAT.md, "Segment sets". */
    static final class ShardJson {
        private ShardJson() {}

        static String encode(Shard shard) {
            StringWriter out = new StringWriter();
            try (JsonGenerator g = JsonFields.JSON.createGenerator(out)) {
                g.writeStartObject();
                writeRules(g, shard.rules());
                writeShard(g, shard);
                g.writeEndObject();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return out.toString();
        }

        static Shard decode(byte[] json) {
            try {
                JsonFields fields = JsonFields.of(new String(json, StandardCharsets.UTF_8));
                return shard(fields, rules(fields));
            } catch (IOException | SchemeException e) {
                throw new IllegalArgumentException("the text is not the JSON of a shard: " + e.getMessage(), e);
            }
        }

        static void writeRules(JsonGenerator g, ShardRules rules) throws IOException {
            g.writeStringField("whorl", rules.whorl());
            g.writeStringField("scheme", rules.scheme().toJson());
            g.writeBooleanField("texts", rules.storesTexts());
            g.writeBooleanField("fingerprints", rules.storesFingerprints());
            g.writeNumberField("minDocument", rules.minDocument());
            g.writeStringField("duplicates", rules.duplicates().label());
        }

        static void writeShard(JsonGenerator g, Shard shard) throws IOException {
            g.writeStringField("name", shard.name());
            g.writeArrayFieldStart("files");
            for (Shard.File file : shard.files()) {
                g.writeStartObject();
                g.writeStringField("file", file.name());
                g.writeNumberField("length", file.length());
                g.writeStringField("crc32c", String.format(Locale.ROOT, "%08x", file.crc32c()));
                g.writeEndObject();
            }
            g.writeEndArray();
            g.writeNumberField("documents", shard.documents());
            g.writeNumberField("words", shard.words());
            g.writeNumberField("minutiae", shard.minutiae());
            g.writeNumberField("postings", shard.postings());
            if (shard.firstId().isPresent() && shard.lastId().isPresent()) {
                g.writeStringField("first", shard.firstId().get());
                g.writeStringField("last", shard.lastId().get());
            }
        }

        static ShardRules rules(JsonFields of) {
            return new ShardRules(
                    of.text("whorl"),
                    Scheme.fromJson(of.text("scheme")),
                    of.flag("texts"),
                    of.flag("fingerprints"),
                    of.number("minDocument"),
                    Duplicates.of(of.text("duplicates")));
        }

        static Shard shard(JsonFields of, ShardRules rules) {
            List<Shard.File> files = new ArrayList<>();
            for (JsonFields file : of.objects("files")) {
                files.add(new Shard.File(
                        file.text("file"), file.number("length"), Integer.parseUnsignedInt(file.text("crc32c"), 16)));
            }
            return new Shard(
                    of.text("name"),
                    rules,
                    files,
                    of.number("documents"),
                    of.number("words"),
                    of.number("minutiae"),
                    of.number("postings"),
                    of.find("first"),
                    of.find("last"));
        }
    }

    /** Describes and verifies the files of a shard. */
    static final class ShardFiles {
        private ShardFiles() {}

        static Shard describe(Path directory, BuildOptions options) throws IOException {
            SegmentFile named = onlySegment(directory, IndexFiles.readManifest(directory));
            return read(
                    directory,
                    ShardRules.CURRENT_WHORL,
                    options.minDocument(),
                    options.duplicates(),
                    files(directory, named));
        }

        /** Describes the index in a directory, with what only its build knew. */
        private static Shard read(
                Path directory, String whorl, long minDocument, Duplicates duplicates, List<Shard.File> files)
                throws IOException {
            Manifest manifest = IndexFiles.readManifest(directory);
            Segment segment = IndexFiles.openSegment(directory, manifest, onlySegment(directory, manifest));
            StoredKinds stored = manifest.stored();
            ShardRules rules = new ShardRules(
                    whorl, manifest.scheme(), stored.texts(), stored.fingerprints(), minDocument, duplicates);
            return segment.reading(() -> describe(directory, segment, rules, files));
        }

        private static SegmentFile onlySegment(Path directory, Manifest manifest) {
            if (manifest.segments().size() != 1
                    || manifest.log() != 0
                    || manifest.segments().get(0).deaths().isPresent()) {
                throw new IllegalArgumentException(
                        directory + " has " + manifest.segments().size()
                                + " segments, perhaps deleted documents, and the log " + manifest.log()
                                + "; a shard is an index as a bulk build leaves it, with one segment and nothing else");
            }
            return manifest.segments().get(0);
        }

        private static List<Shard.File> files(Path directory, SegmentFile segment) throws IOException {
            List<Shard.File> files = new ArrayList<>();
            for (String name : List.of(Shard.MANIFEST, segment.name())) {
                Path file = directory.resolve(name);
                files.add(new Shard.File(name, Files.size(file), Checksum.of(file)));
            }
            return files;
        }

        private static Shard describe(Path directory, Segment segment, ShardRules rules, List<Shard.File> files) {
            SegmentCounts counts = segment.counts();
            Optional<Long> last = Optional.of(counts.documents() - 1).filter(d -> d >= 0);
            return new Shard(
                    directory.toAbsolutePath().normalize().getFileName().toString(),
                    rules,
                    files,
                    counts.documents(),
                    counts.words(),
                    counts.minutiae(),
                    counts.postings(),
                    last.map(d -> segment.documents().id(0)),
                    last.map(d -> segment.documents().id(d)));
        }

        /** Checks that the files of a shard are there and have their lengths. */
        static void requireLengths(Path set, Shard shard) throws IOException {
            for (Shard.File file : shard.files()) {
                Path path = set.resolve(shard.name()).resolve(file.name());
                long length;
                try {
                    length = Files.size(path);
                } catch (NoSuchFileException e) {
                    throw damaged(path, "the file is missing", e);
                }
                if (length != file.length()) {
                    throw damaged(path, "it has " + length + " bytes; the set says " + file.length(), null);
                }
            }
        }

        /** Reads all files of a shard, and compares their checksums. */
        static void requireChecksums(Path set, Shard shard) throws IOException {
            for (Shard.File file : shard.files()) {
                Path path = set.resolve(shard.name()).resolve(file.name());
                requireChecksum(path, file, Checksum.of(path));
            }
        }

        /** Checks the lengths of the files of a shard, and opens it as a reader does. */
        static void open(Path set, Shard shard) throws IOException {
            requireLengths(set, shard);
            Path directory = set.resolve(shard.name());
            Shard found;
            try {
                ShardRules rules = shard.rules();
                found = read(directory, rules.whorl(), rules.minDocument(), rules.duplicates(), shard.files());
            } catch (WhorlException | IllegalArgumentException e) {
                if (e instanceof RefusedException refused && refused.reason() == Reason.VERSION) {
                    throw refused;
                }
                throw damaged(directory, e.getMessage(), e);
            }
            if (!found.equals(shard)) {
                throw damaged(directory, "it is " + found + "; the set says " + shard, null);
            }
        }

        static void requireChecksum(Path path, Shard.File file, int found) {
            if (found != file.crc32c()) {
                throw damaged(
                        path,
                        String.format(Locale.ROOT, "its CRC32C is %08x; the set says %08x", found, file.crc32c()),
                        null);
            }
        }

        static RefusedException damaged(Path path, String problem, Throwable cause) {
            return new RefusedException(
                    path.toString(), Reason.DAMAGED, problem + "; copy the shard again, or build it again", cause);
        }
    }
}

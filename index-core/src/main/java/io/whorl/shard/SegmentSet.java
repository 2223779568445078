package io.whorl.shard;

import io.whorl.RefusedException;
import io.whorl.RefusedException.Reason;
import io.whorl.SchemeException;
import io.whorl.internal.Json;
import io.whorl.internal.Ranges;
import io.whorl.scheme.Scheme;
import io.whorl.shard.Shard.ShardRules;
import io.whorl.store.Channels;
import io.whorl.store.Checksum;
import io.whorl.store.IndexFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * A segment set: shards that were built apart and belong together. Immutable and thread-safe.
 *
 * <p>A set is a directory with a directory for each shard, and the file {@value #FILE}, which names them. Workers write
 * shards under unique names and return {@link Shard}s. One driver then calls {@link #SegmentSet} and {@link #commit},
 * or writes {@link #toJson} to its file system in one step, such as a rename. That is the only commit point. A
 * directory whose name is that of a shard and which the file does not name is an orphan, and may be removed.
 *
 * <p>{@code IndexWriter.adopt} makes the shards segments of one index. {@code Snapshot.openSet} queries them as they
 * are.
 *
 * @param shards 1 to {@value #MOST_SHARDS}, in an order that decides which of several documents with one id is kept
 */
public record SegmentSet(List<Shard> shards) {
    /** The name of the file that names the shards. */
    public static final String FILE = IndexFiles.SEGMENT_SET;
    /** The largest number of shards. Each needs mappings, which are limited per process. */
    public static final int MOST_SHARDS = 2_048;

    /** The version of the format: one line of JSON, whose last field is a checksum; docs/FORMAT.md, "Segment sets". */
    private static final int VERSION = 1;

    private static final String FORMAT = "whorl-segment-set";
    /** Maximum size of the file in bytes. */
    private static final long LARGEST = 64 << 20;

    /**
     * Makes a set of shards.
     *
     * @throws RefusedException if two of them differ in their scheme, the options of their build, or the version of
     *     Whorl that built them; the message names both
     */
    public SegmentSet {
        Objects.requireNonNull(shards, "shards");
        shards = List.copyOf(shards);
        Ranges.check("shards", shards.size(), 1, MOST_SHARDS);
        Set<String> names = new HashSet<>();
        Shard first = shards.get(0);
        for (Shard shard : shards) {
            if (!names.add(shard.name())) {
                throw new IllegalArgumentException("shards name " + shard.name() + " twice; give each shard once");
            }
            first.rules().require(first.name(), shard.name(), shard.rules());
        }
    }

    /**
     * Reads the set in a directory. Verifies the file {@value #FILE}, but not the shards.
     *
     * @throws RefusedException if the directory is not a segment set, or the file is damaged; if the set has a newer
     *     format
     */
    public static SegmentSet read(Path directory) throws IOException {
        Path file = directory.resolve(FILE);
        if (!Files.exists(file)) {
            throw new RefusedException(
                    directory,
                    Reason.NOT_A_SET,
                    Files.isDirectory(directory)
                            ? "it has no " + FILE + "; the job that writes the set has not committed it"
                            : "there is no such directory");
        }
        if (Files.size(file) > LARGEST) {
            throw damaged(file.toString(), "it has more than " + LARGEST + " bytes", null);
        }
        return fromJson(Files.readAllBytes(file), file.toString());
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
        String text = new String(json, StandardCharsets.UTF_8);
        String line = text.substring(
                0, Math.max(0, text.length() - end(Checksum.hex("")).length()));
        if (!text.equals(line + end(Checksum.hex(line)))) {
            throw damaged(source, "its checksum does not match", null);
        }
        try {
            Json fields = Json.of(text);
            long version = fields.number("version");
            if (version > VERSION) {
                throw RefusedException.version(Path.of(source), Math.toIntExact(version), VERSION);
            }
            if (!fields.text("format").equals(FORMAT) || version != VERSION) {
                throw new IllegalArgumentException("it is of the format " + fields.text("format") + " " + version);
            }
            ShardRules rules = ShardRules.of(fields);
            List<Json> shards = fields.elements("shards", Json.class);
            return new SegmentSet(
                    shards.stream().map(shard -> Shard.of(shard, rules)).toList());
        } catch (IOException | SchemeException | IllegalArgumentException | ArithmeticException e) {
            throw damaged(source, e.getMessage(), e);
        }
    }

    /**
     * The bytes of the file {@value #FILE}: one line of JSON, with a checksum of itself. Equal sets have equal bytes.
     */
    public byte[] toJson() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("format", FORMAT);
        fields.put("version", VERSION);
        rules().putTo(fields);
        fields.put("shards", shards.stream().map(Shard::fields).toList());
        String json = Json.write(fields);
        // The checksum takes the place of the closing brace.
        String line = json.substring(0, json.length() - 1);
        return (line + end(Checksum.hex(line))).getBytes(StandardCharsets.UTF_8);
    }

    /** The end of the file, with the checksum of what is before it. */
    private static String end(String checksum) {
        return ",\"checksum\":\"" + checksum + "\"}\n";
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
            shard.requireLengths(directory);
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
            for (Shard.File file : shard.files()) {
                Path path = directory.resolve(shard.name()).resolve(file.name());
                file.requireChecksum(path, Checksum.of(path));
            }
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
            shard.requireFiles(directory);
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

    /** What the shards have in common. */
    public ShardRules rules() {
        return shards.get(0).rules();
    }

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
    public String toString() {
        return shards.size() + " shards, " + documents() + " documents, " + bytes() + " bytes";
    }
}

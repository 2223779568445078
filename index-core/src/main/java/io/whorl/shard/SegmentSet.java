package io.whorl.shard;

import io.whorl.RefusedException;
import io.whorl.RefusedException.Reason;
import io.whorl.internal.Ranges;
import io.whorl.scheme.Scheme;
import io.whorl.shard.ShardRules.WhorlVersion;
import io.whorl.store.FileNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A segment set: shards that were built apart and belong together. Immutable and thread-safe.
 *
 * <p>A set is a directory with a directory for each shard, and the file {@value #FILE}, which names them. Workers write
 * shards under unique names and return {@link Shard}s. One driver then calls {@link #of} and {@link #commit}, or writes
 * {@link #toJson} to its file system in one step, such as a rename. That is the only commit point. A directory whose
 * name is that of a shard and which the file does not name is an orphan, and may be removed.
 *
 * <p>{@code IndexWriter.adopt} makes the shards segments of one index. {@code ShardedSnapshot} queries them as they
 * are.
 */
public final class SegmentSet {
    /** The name of the file that names the shards. */
    public static final String FILE = FileNames.SEGMENT_SET;
    /** The largest number of shards. Each needs mappings, which are limited per process. */
    public static final int MOST_SHARDS = 2_048;

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
     * @throws RefusedException if the directory is not a segment set, or the file is damaged
     * @throws io.whorl.RefusedException if the set has a newer format
     */
    public static SegmentSet read(Path directory) throws IOException {
        return SegmentSetFile.read(directory);
    }

    /** Whether a directory has a file {@value #FILE}. */
    public static boolean isAt(Path directory) {
        return SegmentSetFile.isAt(directory);
    }

    /**
     * Reads the bytes of a file {@value #FILE}.
     *
     * @param source where they come from, for messages
     * @throws RefusedException if they are damaged
     * @throws io.whorl.RefusedException if the set has a newer format
     */
    public static SegmentSet fromJson(byte[] json, String source) {
        return SegmentSetFile.decode(json, source);
    }

    /**
     * The bytes of the file {@value #FILE}: one line of JSON, with a checksum of itself. Equal sets have equal bytes.
     */
    public byte[] toJson() {
        return SegmentSetFile.encode(this);
    }

    /**
     * Commits this set in a local directory, which has the shards already. Checks that their files are there and have
     * their lengths, makes them durable, and writes the file {@value #FILE} by one rename.
     *
     * @throws RefusedException if the directory is a set already, or if a file of a shard is missing or too short
     */
    public void commit(Path directory) throws IOException {
        SegmentSetFile.commit(this, directory);
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
     * @throws RefusedException that names the first file that differs
     * @throws io.whorl.RefusedException if a file has a newer format
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
        if (!rules().whorl().equals(WhorlVersion.CURRENT)) {
            throw new RefusedException(
                    place,
                    Reason.VERSION,
                    "Whorl " + rules().whorl() + " built this set, and this is Whorl " + WhorlVersion.CURRENT
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
}

package io.whorl.shard;

import io.whorl.RefusedException;
import io.whorl.RefusedException.Reason;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.Duplicates;
import io.whorl.internal.Ranges;
import io.whorl.scheme.Scheme;
import io.whorl.shard.SegmentSet.ShardFiles;
import io.whorl.shard.SegmentSet.ShardJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * A shard of a segment set: a directory with a complete index of one segment, as {@link io.whorl.bulk.IndexBuilder}
 * writes it. This value describes the shard; it travels from the machine that built it as {@link #toJson}.
 *
 * <p>To build a shard on any machine: {@code IndexBuilder.create(scratch.resolve(Shard.newName()), …)}, then
 * {@link #describe}, then copy {@link #files} to a directory of the same name in the set.
 *
 * @param name the name of its directory, {@code shard-} and a UUID
 * @param rules what all shards of a set have in common
 * @param files the files of the index that belong to the shard; copy these and no others
 * @param documents documents
 * @param words their surviving words
 * @param minutiae distinct minutiae
 * @param postings (minutia, document) pairs
 * @param firstId the least id by its UTF-8 bytes; empty if there are no documents
 * @param lastId the greatest id; empty if there are no documents
 */
public record Shard(
        String name,
        ShardRules rules,
        List<File> files,
        long documents,
        long words,
        long minutiae,
        long postings,
        Optional<String> firstId,
        Optional<String> lastId) {
    static final String MANIFEST = "MANIFEST";
    private static final Pattern NAME = Pattern.compile("shard-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    /** A file name without separators of directories. */
    private static final Pattern FILE = Pattern.compile(MANIFEST + "|segment-\\d{6,18}\\.whs");

    /**
     * A file of a shard.
     *
     * @param name its name in the directory of the shard
     * @param length its size in bytes
     * @param crc32c the CRC32C of its bytes
     */
    public record File(String name, long length, int crc32c) {
        public File {
            if (!FILE.matcher(name).matches() || length < 0) {
                throw new IllegalArgumentException("'" + name + "' of " + length
                        + " bytes is not a file of a shard; it must be MANIFEST or a segment, of at least 0 bytes");
            }
        }

        /** Whether the file is the segment; the other one is MANIFEST. */
        public boolean isSegment() {
            return !name.equals(MANIFEST);
        }

        /**
         * Compares the checksum of a copy of this file.
         *
         * @param path the copy, for the message
         * @param found the CRC32C of its bytes
         * @throws io.whorl.RefusedException if it is not {@link #crc32c}
         */
        public void requireChecksum(Path path, int found) {
            ShardFiles.requireChecksum(path, this, found);
        }
    }

    public Shard {
        if (!isName(name)) {
            throw new IllegalArgumentException(
                    "name is '" + name + "'; it must be 'shard-' and a UUID, such as " + newName());
        }
        Objects.requireNonNull(rules, "rules");
        files = List.copyOf(files);
        if (files.stream().map(File::name).distinct().count() != files.size()
                || files.stream().filter(f -> !f.isSegment()).count() != 1) {
            throw new IllegalArgumentException("files are " + files + "; each must be there once, and one is MANIFEST");
        }
        Objects.requireNonNull(firstId, "firstId");
        Objects.requireNonNull(lastId, "lastId");
        if (firstId.isPresent() != documents > 0 || lastId.isPresent() != documents > 0) {
            throw new IllegalArgumentException("firstId is " + firstId + " and lastId is " + lastId
                    + "; both must be present if there are documents, and absent if documents is 0, but it is "
                    + documents);
        }
    }

    /** A new name for a shard. No two calls on any machines return the same. */
    public static String newName() {
        return "shard-" + UUID.randomUUID();
    }

    /** Whether a directory of this name may be a shard. */
    public static boolean isName(String name) {
        Objects.requireNonNull(name, "name");
        return NAME.matcher(name).matches();
    }

    /**
     * Describes a shard on the local disk. Reads its files once, for their checksums.
     *
     * @param directory an index as a bulk build leaves it, in a directory named by {@link #newName}
     * @param options the options of the build
     * @throws IllegalArgumentException if the name of the directory is not that of a shard, or if the index has several
     *     segments, a log or deleted documents
     * @throws io.whorl.RefusedException if there is no index
     * @throws io.whorl.CorruptIndexException if a file is damaged
     */
    public static Shard describe(Path directory, BuildOptions options) throws IOException {
        Objects.requireNonNull(directory, "directory");
        Objects.requireNonNull(options, "options");
        return ShardFiles.describe(directory, options);
    }

    /** The bytes of all files. */
    public long bytes() {
        return files.stream().mapToLong(File::length).sum();
    }

    /** This shard as one line of JSON, which {@link #fromJson} reads. */
    public String toJson() {
        return ShardJson.encode(this);
    }

    /** @throws IllegalArgumentException if the text is not the JSON of a shard */
    public static Shard fromJson(String json) {
        return ShardJson.decode(json.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * What all shards of a set have in common.
     *
     * @param whorl the version of Whorl that built the shard
     * @param scheme the scheme, in full
     * @param storesTexts whether the texts of the documents are stored
     * @param storesFingerprints whether the fingerprints of the documents are stored
     * @param minDocument the number of words below which documents were left out
     * @param duplicates how documents were treated that equal an earlier one of the same shard
     */
    public record ShardRules(
            String whorl,
            Scheme scheme,
            boolean storesTexts,
            boolean storesFingerprints,
            long minDocument,
            Duplicates duplicates) {
        public ShardRules {
            Objects.requireNonNull(whorl, "whorl");
            Objects.requireNonNull(scheme, "scheme");
            Ranges.check("minDocument", minDocument, 0, Long.MAX_VALUE);
            Objects.requireNonNull(duplicates, "duplicates");
        }

        /**
         * Refuses rules that differ from these.
         *
         * @param mine what has these rules, for the message
         * @param its what has the other rules
         * @throws RefusedException that names both and the difference
         */
        void require(String mine, String its, ShardRules other) {
            require(mine, its, whorl.equals(other.whorl), Reason.VERSION, "Whorl " + whorl, "Whorl " + other.whorl);
            if (!scheme.equals(other.scheme)) {
                throw new RefusedException(
                        its,
                        Reason.SCHEME,
                        "its scheme and that of " + mine + " differ: " + other.scheme.differences(scheme)
                                + "; build all of them alike",
                        null);
            }
            require(mine, its, equals(other), Reason.OPTIONS, options(), other.options());
        }

        private static void require(
                String mine, String its, boolean equal, Reason reason, String expected, String found) {
            if (!equal) {
                throw new RefusedException(
                        its,
                        reason,
                        "it has " + found + ", but " + mine + " has " + expected + "; build all of them alike",
                        null);
            }
        }

        private String options() {
            return "the options texts=" + storesTexts + " fingerprints=" + storesFingerprints + " min-document="
                    + minDocument + " duplicates=" + duplicates.label();
        }

        /** The version of this library. A constant, because the manifest of a repackaged jar has another version. */
        static final String CURRENT_WHORL = "0.1.0-SNAPSHOT";
    }
}

package io.whorl.shard;

import io.whorl.RefusedException;
import io.whorl.RefusedException.Reason;
import io.whorl.SchemeException;
import io.whorl.WhorlException;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.Duplicates;
import io.whorl.internal.Json;
import io.whorl.internal.Ranges;
import io.whorl.scheme.Scheme;
import io.whorl.store.Checksum;
import io.whorl.store.IndexFiles;
import io.whorl.store.Manifest;
import io.whorl.store.Segment;
import io.whorl.store.SegmentCounts;
import io.whorl.store.SegmentFile;
import io.whorl.store.StoredKinds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

        private static File of(Json of) {
            return new File(of.text("file"), of.number("length"), Integer.parseUnsignedInt(of.text("crc32c"), 16));
        }

        private Map<String, Object> fields() {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("file", name);
            fields.put("length", length);
            fields.put("crc32c", Checksum.hex(crc32c));
            return fields;
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
            if (found != crc32c) {
                throw damaged(
                        path, "its CRC32C is " + Checksum.hex(found) + "; the set says " + Checksum.hex(crc32c), null);
            }
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
        SegmentFile segment = onlySegment(directory, IndexFiles.readManifest(directory));
        List<File> files = new ArrayList<>();
        for (String name : List.of(MANIFEST, segment.name())) {
            Path file = directory.resolve(name);
            files.add(new File(name, Files.size(file), Checksum.of(file)));
        }
        return read(directory, ShardRules.CURRENT_WHORL, options.minDocument(), options.duplicates(), files);
    }

    /** Describes the index in a directory, with what only its build knew. */
    private static Shard read(Path directory, String whorl, long minDocument, Duplicates duplicates, List<File> files)
            throws IOException {
        Manifest manifest = IndexFiles.readManifest(directory);
        Segment segment = IndexFiles.openSegment(directory, manifest, onlySegment(directory, manifest));
        StoredKinds stored = manifest.stored();
        SegmentCounts counts = segment.counts();
        Optional<Long> last = Optional.of(counts.documents() - 1).filter(d -> d >= 0);
        return segment.reading(() -> new Shard(
                directory.toAbsolutePath().normalize().getFileName().toString(),
                new ShardRules(
                        whorl, manifest.scheme(), stored.texts(), stored.fingerprints(), minDocument, duplicates),
                files,
                counts.documents(),
                counts.words(),
                counts.minutiae(),
                counts.postings(),
                last.map(d -> segment.documents().id(0)),
                last.map(d -> segment.documents().id(d))));
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

    /** Checks that the files are there and have their lengths. */
    void requireLengths(Path set) throws IOException {
        for (File file : files) {
            Path path = set.resolve(name).resolve(file.name());
            if (!Files.exists(path)) {
                throw damaged(path, "the file is missing", null);
            }
            long length = Files.size(path);
            if (length != file.length()) {
                throw damaged(path, "it has " + length + " bytes; the set says " + file.length(), null);
            }
        }
    }

    /** Checks the lengths of the files, and opens the shard as a reader does. */
    void requireFiles(Path set) throws IOException {
        requireLengths(set);
        Path directory = set.resolve(name);
        Shard found;
        try {
            found = read(directory, rules.whorl(), rules.minDocument(), rules.duplicates(), files);
        } catch (WhorlException | IllegalArgumentException e) {
            if (e instanceof RefusedException refused && refused.reason() == Reason.VERSION) {
                throw refused;
            }
            throw damaged(directory, e.getMessage(), e);
        }
        if (!found.equals(this)) {
            throw damaged(directory, "it is " + found + "; the set says " + this, null);
        }
    }

    private static RefusedException damaged(Path path, String problem, Throwable cause) {
        return new RefusedException(
                path.toString(), Reason.DAMAGED, problem + "; copy the shard again, or build it again", cause);
    }

    /** The bytes of all files. */
    public long bytes() {
        return files.stream().mapToLong(File::length).sum();
    }

    /** This shard as one line of JSON, which {@link #fromJson} reads. */
    public String toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        rules.putTo(json);
        json.putAll(fields());
        return Json.write(json);
    }

    /** The fields of docs/FORMAT.md, "Segment sets", without the rules. */
    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", name);
        fields.put("files", files.stream().map(File::fields).toList());
        fields.put("documents", documents);
        fields.put("words", words);
        fields.put("minutiae", minutiae);
        fields.put("postings", postings);
        firstId.ifPresent(id -> fields.put("first", id));
        lastId.ifPresent(id -> fields.put("last", id));
        return fields;
    }

    /** @throws IllegalArgumentException if the text is not the JSON of a shard */
    public static Shard fromJson(String json) {
        try {
            Json fields = Json.of(Objects.requireNonNull(json, "json"));
            return of(fields, ShardRules.of(fields));
        } catch (IOException | SchemeException e) {
            throw new IllegalArgumentException("the text is not the JSON of a shard: " + e.getMessage(), e);
        }
    }

    static Shard of(Json of, ShardRules rules) {
        return new Shard(
                of.text("name"),
                rules,
                of.elements("files", Json.class).stream().map(File::of).toList(),
                of.number("documents"),
                of.number("words"),
                of.number("minutiae"),
                of.number("postings"),
                of.find("first"),
                of.find("last"));
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

        void putTo(Map<String, Object> fields) {
            fields.put("whorl", whorl);
            fields.put("scheme", scheme.toJson());
            fields.put("texts", storesTexts);
            fields.put("fingerprints", storesFingerprints);
            fields.put("minDocument", minDocument);
            fields.put("duplicates", duplicates.label());
        }

        static ShardRules of(Json of) {
            return new ShardRules(
                    of.text("whorl"),
                    Scheme.fromJson(of.text("scheme")),
                    of.flag("texts"),
                    of.flag("fingerprints"),
                    of.number("minDocument"),
                    Duplicates.of(of.text("duplicates")));
        }

        /**
         * Refuses rules that differ from these.
         *
         * @param mine what has these rules, for the message
         * @param its what has the other rules
         * @throws RefusedException that names both and the difference
         */
        void require(String mine, String its, ShardRules other) {
            if (equals(other)) {
                return;
            }
            boolean version = !whorl.equals(other.whorl);
            Reason reason = version ? Reason.VERSION : scheme.equals(other.scheme) ? Reason.OPTIONS : Reason.SCHEME;
            String problem = reason == Reason.SCHEME
                    ? "its scheme and that of " + mine + " differ: " + other.scheme.differences(scheme)
                    : version
                            ? "it has Whorl " + other.whorl + ", but " + mine + " has Whorl " + whorl
                            : "it has " + other.options() + ", but " + mine + " has " + options();
            throw new RefusedException(its, reason, problem + "; build all of them alike", null);
        }

        private String options() {
            return "the options texts=" + storesTexts + " fingerprints=" + storesFingerprints + " min-document="
                    + minDocument + " duplicates=" + duplicates.label();
        }

        /** The version of this library. A constant, because the manifest of a repackaged jar has another version. */
        static final String CURRENT_WHORL = "0.1.0-SNAPSHOT";
    }
}

package io.whorl.shard;

import io.whorl.RefusedException;
import io.whorl.RefusedException.Reason;
import io.whorl.WhorlException;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.Duplicates;
import io.whorl.shard.ShardRules.WhorlVersion;
import io.whorl.store.Checksum;
import io.whorl.store.IndexFiles;
import io.whorl.store.Manifest;
import io.whorl.store.Segment;
import io.whorl.store.SegmentCounts;
import io.whorl.store.SegmentFile;
import io.whorl.store.StoredKinds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Describes and verifies the files of a shard. */
final class ShardFiles {
    private ShardFiles() {}

    static Shard describe(Path directory, BuildOptions options) throws IOException {
        SegmentFile named = onlySegment(directory, IndexFiles.readManifest(directory));
        return read(
                directory, WhorlVersion.CURRENT, options.minDocument(), options.duplicates(), files(directory, named));
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

package io.whorl.write;

import io.whorl.SegmentSetException;
import io.whorl.SegmentSetException.Reason;
import io.whorl.scheme.Scheme;
import io.whorl.shard.SegmentSet;
import io.whorl.shard.Shard;
import io.whorl.store.FileCopies;
import io.whorl.store.IndexDirectory;
import io.whorl.store.ScratchSpace;
import io.whorl.store.SegmentCounts;
import io.whorl.store.StoredKinds;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The segments of a segment set in the directory of an index, where no MANIFEST names them yet. Shards without
 * documents have none.
 *
 * @param names for each segment the name of its shard
 */
record ShardIntake(Path set, List<UnpublishedSegment> segments, List<String> names) {
    /**
     * Reads a set, and checks all that needs no reading of whole files.
     *
     * @throws SegmentSetException if another version built the set, or a file is missing or damaged
     */
    static SegmentSet read(Path directory) throws IOException {
        SegmentSet set = SegmentSet.read(directory);
        set.requireThisVersion(directory);
        set.requireFiles(directory);
        return set;
    }

    /** @throws SegmentSetException if the scheme of a set, or what it stores, is not that of the index */
    static void requireLike(IndexDirectory directory, Scheme scheme, StoredKinds stored, Path place, SegmentSet set) {
        if (!set.scheme().equals(scheme)) {
            throw new SegmentSetException(
                    place,
                    Reason.SCHEME,
                    "it has the scheme " + set.scheme().toJson() + ", and the index " + directory.path()
                            + " has the scheme " + scheme.toJson() + "; build the set with the scheme of the index");
        }
        StoredKinds its = stored(set);
        if (!its.equals(stored)) {
            throw new SegmentSetException(
                    place,
                    Reason.OPTIONS,
                    its + "; of the index " + directory.path() + ": " + stored
                            + "; build the set to store the same as the index");
        }
    }

    /** What the documents of a set have in addition to their postings. */
    static StoredKinds stored(SegmentSet set) {
        return new StoredKinds(set.rules().storesTexts(), set.rules().storesFingerprints());
    }

    /**
     * Copies or links the segments, and verifies their checksums. If that fails, no file is left.
     *
     * @param goesOn is called before each shard; an exception that it throws ends the copying
     * @throws SegmentSetException if the checksum of a file differs
     * @throws io.whorl.DiskSpaceException if the disk would be full
     */
    static ShardIntake copy(IndexDirectory directory, Path place, SegmentSet set, AdoptOptions options, Runnable goesOn)
            throws IOException {
        new ScratchSpace(directory.path(), options.reserve()).require(options.link() ? 0 : set.bytes());
        ShardIntake intake = new ShardIntake(place, new ArrayList<>(), new ArrayList<>());
        try {
            for (Shard shard : set.shards()) {
                goesOn.run();
                UnpublishedSegment segment = UnpublishedSegment.by(directory, file -> {
                    for (Shard.File part : shard.files()) {
                        Path source = place.resolve(shard.name()).resolve(part.name());
                        part.requireChecksum(
                                source,
                                part.isSegment()
                                        ? transferred(source, file, options.link())
                                        : FileCopies.checksum(source));
                    }
                    return counts(shard);
                });
                if (segment.segment().isPresent()) {
                    intake.segments.add(segment);
                    intake.names.add(shard.name());
                }
            }
            return intake;
        } catch (IOException | RuntimeException e) {
            intake.discard(directory, e);
            throw e;
        }
    }

    private static SegmentCounts counts(Shard shard) {
        return new SegmentCounts(shard.documents(), shard.words(), shard.minutiae(), 0, shard.postings());
    }

    /** Copies or links a file durably, and returns its checksum. */
    private static int transferred(Path source, Path target, boolean link) throws IOException {
        if (link) {
            try {
                // A link to a symbolic link would lose its segment with the file that the symbolic link names.
                Files.createLink(target, source.toRealPath());
                FileCopies.force(target);
                return FileCopies.checksum(target);
            } catch (UnsupportedOperationException | FileSystemException e) {
                // Another file system, or one without links.
                Files.deleteIfExists(target);
            }
        }
        return FileCopies.copy(source, target);
    }

    /** Releases the segments. The files stay. */
    void release() {
        segments.forEach(segment -> segment.sealed().ifPresent(SealedSegment::release));
    }

    /** Releases and deletes the segments without remaining documents, which MANIFEST does not name. */
    void discardUnnamed(IndexDirectory directory) {
        // A file that cannot be deleted is deleted by the next writer.
        discard(directory, new IOException("a shard has no remaining documents"));
    }

    /** Releases the segments that MANIFEST does not name, and deletes their files. */
    void discard(IndexDirectory directory, Exception failure) {
        segments.forEach(segment -> segment.discard(directory, failure));
    }
}

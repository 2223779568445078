package io.whorl.write;

import io.whorl.RefusedException;
import io.whorl.RefusedException.Reason;
import io.whorl.build.IdMerge;
import io.whorl.bulk.RepeatedIds;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.scheme.Scheme;
import io.whorl.shard.SegmentSet;
import io.whorl.shard.Shard;
import io.whorl.store.Channels;
import io.whorl.store.Checksum;
import io.whorl.store.DeadDocuments;
import io.whorl.store.IndexDirectory;
import io.whorl.store.ScratchSpace;
import io.whorl.store.SegmentCounts;
import io.whorl.store.SegmentFile;
import io.whorl.store.StoredKinds;
import io.whorl.write.IndexState.SealedSegment;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The segments of an index and of a segment set together, with one document for each id. Used once. */
final class Adoption implements IdMerge.Rule {
    /** As in a bulk build, which is one commit. */
    private static final long FIRST_COMMIT = 1;

    private final List<SealedSegment> index;
    private final ShardIntake intake;
    private final RepeatedIds rule;
    private final List<SealedSegment> segments = new ArrayList<>();
    private long replaced;
    private long repeated;
    private int added;
    private long documents;
    private long bytes;

    /** @param index all segments of the index, which has no documents elsewhere */
    private Adoption(List<SealedSegment> index, ShardIntake intake, RepeatedIds rule) {
        this.index = index;
        this.intake = intake;
        this.rule = rule;
        List<SealedSegment> all = new ArrayList<>(index);
        all.addAll(intake.segments());
        List<DeadDocuments> dead =
                IdMerge.leaveOut(all.stream().map(SealedSegment::input).toList(), this);
        for (int i = 0; i < all.size(); i++) {
            SealedSegment segment = all.get(i).dead(dead.get(i));
            if (i < index.size()) {
                segments.add(segment);
            } else if (segment.liveDocuments() > 0) {
                segments.add(segment);
                added++;
                documents += segment.liveDocuments();
                bytes += segment.file().length();
            }
        }
    }

    @Override
    public boolean laterStays(int earlier, int later, byte[] id) {
        if (rule == RepeatedIds.REFUSE) {
            throw new RefusedException(
                    intake.set(),
                    Reason.REPEATED_ID,
                    "the id " + new String(id, StandardCharsets.UTF_8) + " is in " + name(earlier) + " and in "
                            + name(later) + "; keep the first or the last of them, or build the set without it");
        }
        if (rule == RepeatedIds.LAST && earlier < index.size()) {
            replaced++;
        } else {
            repeated++;
        }
        return rule == RepeatedIds.LAST;
    }

    private String name(int segment) {
        return segment < index.size() ? "the index" : intake.names().get(segment - index.size());
    }

    private AdoptReport report(long commit) {
        return new AdoptReport(commit, added, documents, replaced, repeated, bytes);
    }

    /**
     * Makes the copied segments of a set segments of an index, whose documents are all in segments. On the commit
     * thread.
     */
    static AdoptReport commit(StateManager states, ShardIntake intake, RepeatedIds rule) throws IOException {
        Consumer<AdoptReport> ended = states.activity.adopt();
        Adoption adoption = new Adoption(states.state().sealed(), intake, rule);
        AdoptReport report = adoption.report(states.commitSegments(adoption.segments));
        if (report.segments() < intake.segments().size()) {
            // Before the commit thread can publish a merge of adopted segments: MANIFEST would not name those either.
            // A file that cannot be deleted is deleted by the next writer.
            intake.discard(states.directory, new IOException("a shard has no remaining documents"));
        }
        ended.accept(report);
        return report;
    }

    /**
     * Makes a new index of a segment set. Until its MANIFEST is renamed into place, the path does not look like an
     * index.
     */
    static AdoptReport create(Path index, Path segmentSet, AdoptOptions options) throws IOException {
        SegmentSet set = ShardIntake.read(segmentSet);
        // Fail before any file is made if the scheme cannot be used, for example because its plug-in is missing.
        Fingerprinter.of(set.scheme());
        try (IndexDirectory directory = IndexDirectory.create(index, false)) {
            try {
                ShardIntake intake = ShardIntake.copy(directory, segmentSet, set, options, () -> {});
                try {
                    Adoption adoption = new Adoption(List.of(), intake, options.repeatedIds());
                    List<SegmentFile> files = SealedSegment.named(adoption.segments, directory).stream()
                            .map(SealedSegment::file)
                            .toList();
                    directory.replace(set.scheme(), ShardIntake.stored(set), files, FIRST_COMMIT, Optional.empty());
                    return adoption.report(FIRST_COMMIT);
                } finally {
                    intake.segments().forEach(SealedSegment::release);
                }
            } catch (IOException | RuntimeException e) {
                directory.abandon(e);
                throw e;
            }
        }
    }

    /**
     * The segments of a segment set in the directory of an index, where no MANIFEST names them yet. Shards without
     * documents have none.
     *
     * @param names for each segment the name of its shard
     */
    record ShardIntake(Path set, List<SealedSegment> segments, List<String> names) {
        /**
         * Reads a set, and checks all that needs no reading of whole files.
         *
         * @throws RefusedException if another version built the set, or a file is missing or damaged
         */
        static SegmentSet read(Path directory) throws IOException {
            SegmentSet set = SegmentSet.read(directory);
            set.requireThisVersion(directory);
            set.requireFiles(directory);
            return set;
        }

        /** @throws RefusedException if the scheme of a set, or what it stores, is not that of the index */
        static void requireLike(
                IndexDirectory directory, Scheme scheme, StoredKinds stored, Path place, SegmentSet set) {
            if (!set.scheme().equals(scheme)) {
                throw new RefusedException(
                        place,
                        Reason.SCHEME,
                        "its scheme and that of the index " + directory.path() + " differ: "
                                + set.scheme().differences(scheme) + "; build the set with the scheme of the index");
            }
            StoredKinds its = stored(set);
            if (!its.equals(stored)) {
                throw new RefusedException(
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
         * @throws RefusedException if the checksum of a file differs
         * @throws io.whorl.DiskSpaceException if the disk would be full
         */
        static ShardIntake copy(
                IndexDirectory directory, Path place, SegmentSet set, AdoptOptions options, Runnable goesOn)
                throws IOException {
            new ScratchSpace(directory.path(), options.reserve()).require(options.link() ? 0 : set.bytes());
            ShardIntake intake = new ShardIntake(place, new ArrayList<>(), new ArrayList<>());
            try {
                for (Shard shard : set.shards()) {
                    goesOn.run();
                    Optional<SealedSegment> segment = SealedSegment.write(directory, file -> {
                        for (Shard.File part : shard.files()) {
                            Path source = place.resolve(shard.name()).resolve(part.name());
                            part.requireChecksum(
                                    source,
                                    part.isSegment() ? transferred(source, file, options.link()) : Checksum.of(source));
                        }
                        return counts(shard);
                    });
                    if (segment.isPresent()) {
                        intake.segments.add(segment.get());
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
            return link && Channels.link(source, target) ? Checksum.of(target) : Channels.copy(source, target);
        }

        /** Releases the segments that MANIFEST does not name, and deletes their files. */
        void discard(IndexDirectory directory, Exception failure) {
            segments.forEach(segment -> segment.discard(directory, failure));
        }
    }
}

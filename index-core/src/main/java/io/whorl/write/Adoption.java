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
import io.whorl.store.Part.SealedPart;
import io.whorl.store.ScratchSpace;
import io.whorl.store.SegmentCounts;
import io.whorl.store.SegmentFile;
import io.whorl.store.StoredKinds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The segments of a segment set in the directory of an index, where no MANIFEST names them yet. They become segments of
 * the index, with one document for each id. Used once.
 */
final class Adoption {
    /** As in a bulk build, which is one commit. */
    private static final long FIRST_COMMIT = 1;

    private final IndexDirectory directory;
    private final Path place;
    private final RepeatedIds rule;
    /** The copied segments; shards without documents have none. */
    private final List<SealedPart> copied = new ArrayList<>();
    /** For each of them the name of its shard. */
    private final List<String> names = new ArrayList<>();

    private Adoption(IndexDirectory directory, Path place, RepeatedIds rule) {
        this.directory = directory;
        this.place = place;
        this.rule = rule;
    }

    /**
     * Copies or links the segments of a set, and verifies their checksums. If that fails, no file is left.
     *
     * @param goesOn is called before each shard; an exception that it throws ends the copying
     * @throws RefusedException if another version built the set, or a file is missing or damaged; if the scheme of the
     *     set, or what it stores, is not that of the index
     * @throws io.whorl.DiskSpaceException if the disk would be full
     */
    static Adoption copy(IndexDirectory directory, Scheme scheme, Path place, AdoptOptions options, Runnable goesOn)
            throws IOException {
        SegmentSet set = read(place);
        if (!set.scheme().equals(scheme)) {
            throw new RefusedException(
                    place,
                    Reason.SCHEME,
                    "its scheme and that of the index " + directory.path() + " differ: "
                            + set.scheme().differences(scheme) + "; build the set with the scheme of the index");
        }
        if (!stored(set).equals(directory.stored())) {
            throw new RefusedException(
                    place,
                    Reason.OPTIONS,
                    stored(set) + "; of the index " + directory.path() + ": " + directory.stored()
                            + "; build the set to store the same as the index");
        }
        return copy(directory, place, set, options, goesOn);
    }

    private static SegmentSet read(Path place) throws IOException {
        SegmentSet set = SegmentSet.read(place);
        set.requireThisVersion(place);
        set.requireFiles(place);
        return set;
    }

    /** What the documents of a set have in addition to their postings. */
    private static StoredKinds stored(SegmentSet set) {
        return new StoredKinds(set.rules().storesTexts(), set.rules().storesFingerprints());
    }

    private static Adoption copy(
            IndexDirectory directory, Path place, SegmentSet set, AdoptOptions options, Runnable goesOn)
            throws IOException {
        new ScratchSpace(directory.path(), options.reserve()).require(options.link() ? 0 : set.bytes());
        Adoption adoption = new Adoption(directory, place, options.repeatedIds());
        try {
            for (Shard shard : set.shards()) {
                goesOn.run();
                StateManager.write(directory, file -> {
                            for (Shard.File part : shard.files()) {
                                Path source = place.resolve(shard.name()).resolve(part.name());
                                part.requireChecksum(
                                        source,
                                        part.isSegment()
                                                ? transferred(source, file, options.link())
                                                : Checksum.of(source));
                            }
                            return new SegmentCounts(
                                    shard.documents(), shard.words(), shard.minutiae(), 0, shard.postings());
                        })
                        .ifPresent(segment -> {
                            adoption.copied.add(segment);
                            adoption.names.add(shard.name());
                        });
            }
            return adoption;
        } catch (IOException | RuntimeException e) {
            adoption.discard(e);
            throw e;
        }
    }

    /** Copies or links a file durably, and returns its checksum. */
    private static int transferred(Path source, Path target, boolean link) throws IOException {
        return link && Channels.link(source, target) ? Checksum.of(target) : Channels.copy(source, target);
    }

    /** Releases the segments that MANIFEST does not name, and deletes their files. */
    void discard(Exception failure) {
        copied.forEach(segment -> StateManager.discard(segment, directory, failure));
    }

    /** Makes the copied segments segments of an index, whose documents are all in segments. On the commit thread. */
    AdoptReport commit(StateManager states) throws IOException {
        Consumer<AdoptReport> ended = states.activity.adopt();
        List<SealedPart> joined = new ArrayList<>();
        AdoptReport report = join(states.state().sealed(), states.state().sequence() + 1, joined);
        states.commitSegments(joined);
        if (report.segments() < copied.size()) {
            // Before the commit thread can publish a merge of adopted segments: MANIFEST would not name those either.
            // A file that cannot be deleted is deleted by the next writer.
            discard(new IOException("a shard has no remaining documents"));
        }
        ended.accept(report);
        return report;
    }

    /** @param joined receives the segments of the index, and the copied ones that have remaining documents */
    private AdoptReport join(List<SealedPart> index, long commit, List<SealedPart> joined) {
        List<SealedPart> all = new ArrayList<>(index);
        all.addAll(copied);
        long[] replaced = new long[1];
        long[] repeated = new long[1];
        IdMerge.Rule decides = (earlier, later, id) -> {
            if (rule == RepeatedIds.REFUSE) {
                throw new RefusedException(
                        place,
                        Reason.REPEATED_ID,
                        "the id " + new String(id, StandardCharsets.UTF_8) + " is in "
                                + (earlier < index.size() ? "the index" : names.get(earlier - index.size()))
                                + " and in " + names.get(later - index.size())
                                + "; keep the first or the last of them, or build the set without it");
            }
            (rule == RepeatedIds.LAST && earlier < index.size() ? replaced : repeated)[0]++;
            return rule == RepeatedIds.LAST;
        };
        List<DeadDocuments> dead = IdMerge.leaveOut(all, decides);
        int added = 0;
        long documents = 0;
        long bytes = 0;
        for (int i = 0; i < all.size(); i++) {
            SealedPart segment = all.get(i).dead(dead.get(i));
            if (i < index.size()) {
                joined.add(segment);
            } else if (segment.documents() > 0) {
                joined.add(segment);
                added++;
                documents += segment.documents();
                bytes += segment.segment().length();
            }
        }
        return new AdoptReport(commit, added, documents, replaced[0], repeated[0], bytes);
    }

    /**
     * Makes a new index of a segment set. Until its MANIFEST is renamed into place, the path does not look like an
     * index.
     */
    static AdoptReport create(Path index, Path segmentSet, AdoptOptions options) throws IOException {
        SegmentSet set = read(segmentSet);
        // Fail before any file is made if the scheme cannot be used, for example because its plug-in is missing.
        Fingerprinter.of(set.scheme());
        try (IndexDirectory directory = IndexDirectory.create(index, false)) {
            return Channels.orElse(directory::abandon, () -> {
                Adoption adoption = copy(directory, segmentSet, set, options, () -> {});
                try {
                    List<SealedPart> joined = new ArrayList<>();
                    AdoptReport report = adoption.join(List.of(), FIRST_COMMIT, joined);
                    List<SegmentFile> files = StateManager.named(joined, directory);
                    directory.replace(set.scheme(), stored(set), files, FIRST_COMMIT, Optional.empty());
                    return report;
                } finally {
                    adoption.copied.forEach(SealedPart::release);
                }
            });
        }
    }
}

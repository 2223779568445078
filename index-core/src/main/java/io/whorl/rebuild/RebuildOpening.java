package io.whorl.rebuild;

import io.whorl.CorruptIndexException;
import io.whorl.DiskSpaceException;
import io.whorl.RefusedException;
import io.whorl.RefusedException.Reason;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.journal.Journal;
import io.whorl.log.LogReader;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Scheme;
import io.whorl.store.IndexDirectory;
import io.whorl.store.IndexFiles;
import io.whorl.store.Manifest;
import io.whorl.strategy.Strategies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Begins and resumes rebuilds: checks that the index, the options and the journal permit it. */
final class RebuildOpening {
    private RebuildOpening() {}

    static IndexRebuild begin(Path index, RebuildOptions given) throws IOException {
        boolean unfinished = Journal.exists(IndexFiles.rebuild(index));
        if (given.scheme().isEmpty() || IndexFiles.hasSegments(index) && !unfinished) {
            // Before a directory is created, or segments are removed that a repair could recover.
            requireIndex(index, "there is no index to rebuild; build one, or give a scheme for a new index");
        }
        return held(index, directory -> {
            Optional<Manifest> manifest = directory.manifest();
            RebuildOptions options = given.storingAsMuchAs(manifest);
            Scheme scheme = Fingerprinter.of(options.scheme()
                            .orElseGet(() -> manifest.orElseThrow().scheme()))
                    .scheme();
            directory.removeRebuild(name -> false);
            if (!options.force() && options.buildOptions().reserve() > 0) {
                DiskEstimate.require(
                        index,
                        DiskEstimate.estimate(scheme, options.expectedText()) + DiskEstimate.forms(scheme, options),
                        options.buildOptions().reserve());
            }
            IndexVersion stamp = IndexVersion.of(index, manifest);
            Map<String, String> begun = new HashMap<>(options.fields(scheme));
            begun.put("generation", Long.toString(stamp.generation()));
            begun.put("commit", Long.toString(stamp.commit()));
            return new IndexRebuild(
                    directory,
                    options,
                    scheme,
                    stamp.commit(),
                    Journal.create(IndexFiles.rebuild(index), Journal.REBUILD, begun));
        });
    }

    static IndexRebuild resume(Path index, RebuildOptions options) throws IOException {
        Optional<Scheme> wanted =
                options.scheme().map(scheme -> Fingerprinter.of(scheme).scheme());
        if (!Journal.exists(IndexFiles.rebuild(index))) {
            requireIndex(index, "there is no index and no rebuild to resume; begin a rebuild, without resuming");
        }
        return held(index, directory -> {
            Path work = IndexFiles.rebuild(index);
            if (!Journal.exists(work)) {
                throw new RefusedException(
                        index,
                        Reason.NOTHING_TO_RESUME,
                        "there is no unfinished rebuild to resume; begin one, without" + " resuming");
            }
            Journal journal = journal(index, work);
            try {
                return resume(directory, options, wanted, journal);
            } catch (IllegalArgumentException e) {
                journal.close();
                throw damaged(index, work.resolve(Journal.NAME) + ": " + e.getMessage(), e);
            } catch (IOException | RuntimeException e) {
                journal.close();
                throw e;
            }
        });
    }

    private static Journal journal(Path index, Path work) throws IOException {
        try {
            return Journal.open(work, Journal.REBUILD);
        } catch (CorruptIndexException e) {
            throw damaged(index, e.file() + " is damaged at byte " + e.offset() + ": " + e.reason(), e);
        }
    }

    private static RefusedException damaged(Path index, String what, Throwable cause) {
        return new RefusedException(
                index,
                Reason.DAMAGED,
                what + "; the index itself is unchanged; begin the rebuild again, without resuming",
                cause);
    }

    private static IndexRebuild resume(
            IndexDirectory directory, RebuildOptions given, Optional<Scheme> wanted, Journal journal)
            throws IOException {
        RebuildOptions options = given.storingAsMuchAs(directory.manifest());
        Path index = directory.path();
        Map<String, String> begun = journal.begun().fields();
        Scheme scheme = Scheme.fromJson(journal.begun().field("scheme"));
        Optional<String> difference = options.difference(begun, wanted.orElse(scheme));
        if (difference.isPresent()) {
            throw new RefusedException(
                    index,
                    Reason.CHANGED,
                    "the rebuild began with other options or sources: " + difference.get()
                            + "; resume it with the same ones, or begin it again, without resuming");
        }
        IndexVersion then = new IndexVersion(
                journal.begun().count("generation"),
                Long.parseLong(journal.begun().field("commit")));
        IndexVersion now = IndexVersion.of(index, directory.manifest());
        boolean swapped = RebuildResult.swapped(directory, journal).isPresent();
        if (!swapped && !now.hasDocumentsOf(then) && !options.force()) {
            throw new RefusedException(
                    index,
                    Reason.INDEX_CHANGED,
                    "documents were added to the index or deleted"
                            + " since the rebuild began, and the new index would not contain these changes; force the"
                            + " resume if they are in the sources, or begin again, without resuming");
        }
        IndexRebuild rebuild = new IndexRebuild(directory, options, scheme, now.commit(), journal);
        if (!swapped) {
            rebuild.keepFinished();
        }
        return rebuild;
    }

    private interface Holder {
        IndexRebuild hold(IndexDirectory directory) throws IOException;
    }

    private static IndexRebuild held(Path index, Holder holder) throws IOException {
        IndexDirectory directory = IndexDirectory.openOrCreate(index);
        try {
            directory.announce("which is rebuilding the index");
            return holder.hold(directory);
        } catch (IOException | RuntimeException e) {
            try (directory) {
                if (directory.manifest().isEmpty() && !Journal.exists(IndexFiles.rebuild(index))) {
                    // The beginning of a journal that could not be written.
                    directory.removeRebuild(name -> false);
                    directory.abandon();
                }
            } catch (IOException also) {
                e.addSuppressed(also);
            }
            throw e;
        }
    }

    private static void requireIndex(Path index, String otherwise) throws IOException {
        try {
            IndexFiles.readManifest(index);
        } catch (RefusedException e) {
            if (e.reason() != Reason.NOT_AN_INDEX) {
                throw e;
            }
            throw RefusedException.notAnIndex(
                    index,
                    IndexFiles.hasSegments(index)
                            ? "it has segments and no MANIFEST; `check --repair` may recover it"
                            : otherwise,
                    e);
        }
    }

    /**
     * Estimates the disk space that a rebuild needs in addition to the old index: for its runs, and for the merged
     * segment.
     */
    private static final class DiskEstimate {
        /** Bytes of English text for each unit. */
        private static final int WORD = 6;

        private static final int SENTENCE = 120;
        private static final int PARAGRAPH = 600;
        /** Bytes for each posting in the smallest indexes measured, of collections of versions. */
        private static final double POSTING = 2;

        /** Bytes of a stored text for each byte of text, if it is compressed well. */
        private static final double TEXT = 0.25;

        private DiskEstimate() {}

        /** A lower estimate for this much ordinary text; 0 if the scheme does not determine it. */
        static long estimate(Scheme scheme, long text) {
            Chunking chunking = scheme.chunking();
            int unit =
                    switch (chunking.unit()) {
                        case WORD -> WORD;
                        case SENTENCE -> SENTENCE;
                        case PARAGRAPH -> PARAGRAPH;
                        case CHAR -> 1;
                    };
            return (long) (2
                    * POSTING
                    * text
                    / unit
                    / chunking.step()
                    * Strategies.expectedShare(scheme).orElse(0));
        }

        /** The same for the stored texts and fingerprints; 0 if the index stores none. */
        static long forms(Scheme scheme, RebuildOptions options) {
            long texts = options.buildOptions().storeText() ? (long) (2 * TEXT * options.expectedText()) : 0;
            // A stored fingerprint takes more for each minutia than a posting.
            return texts + (options.buildOptions().storeFingerprints() ? estimate(scheme, options.expectedText()) : 0);
        }

        /**
         * Checks the free disk space.
         *
         * @param bytes needed soon
         * @param reserve bytes to keep free
         * @throws DiskSpaceException if there is less
         */
        static void require(Path directory, long bytes, long reserve) throws IOException {
            long free = Files.getFileStore(directory).getUsableSpace();
            if (bytes > 0 && free < bytes + reserve) {
                throw new DiskSpaceException(directory, free, bytes + reserve);
            }
        }
    }

    /**
     * Identifies the set of documents of an index by numbers: another commit means other documents. A merge changes
     * neither number.
     *
     * @param generation of MANIFEST; it decreases only if the index was created again
     * @param commit number of the last commit, or {@link #UNKNOWN} if the log that contains it is damaged
     */
    private record IndexVersion(long generation, long commit) {
        static final long UNKNOWN = -1;

        /** @param state the MANIFEST of the index; empty if there is no index yet */
        static IndexVersion of(Path index, Optional<Manifest> state) throws IOException {
            if (state.isEmpty()) {
                return new IndexVersion(0, 0);
            }
            Manifest manifest = state.get();
            if (manifest.log() == 0) {
                return new IndexVersion(manifest.generation(), manifest.sequence());
            }
            OptionalLong last = LogReader.lastCommit(IndexFiles.live(index), manifest.log(), manifest.scheme());
            // A rebuild may be the way to replace a damaged index.
            return new IndexVersion(
                    manifest.generation(),
                    last.isPresent() ? Math.max(last.getAsLong(), manifest.sequence()) : UNKNOWN);
        }

        /** Whether the index has the same documents as then. */
        boolean hasDocumentsOf(IndexVersion then) {
            return commit == then.commit && generation >= then.generation;
        }
    }
}

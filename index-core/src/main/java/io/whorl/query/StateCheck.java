package io.whorl.query;

import io.whorl.CorruptIndexException;
import io.whorl.concurrent.WorkThreads;
import io.whorl.merge.LogReplay;
import io.whorl.merge.SegmentMerge;
import io.whorl.store.DeadDocuments;
import io.whorl.store.IndexFiles;
import io.whorl.store.Manifest;
import io.whorl.store.Segment;
import io.whorl.store.SegmentCheck;
import io.whorl.store.SegmentFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Verifies everything that a MANIFEST names: segments, their deleted documents, and the log. Used once. */
final class StateCheck {
    /** Ids that are live twice are reported up to this number. */
    private static final int MOST_REPEATED = 100;

    private final Path index;
    private final Manifest manifest;
    private final List<String> problems = new ArrayList<>();
    private final List<SegmentMerge.Input> sound = new ArrayList<>();
    private int files = 1;

    StateCheck(Path index, Manifest manifest) {
        this.index = index;
        this.manifest = manifest;
    }

    IndexCheck.Report run() throws IOException {
        for (SegmentFile file : manifest.segments()) {
            try {
                segment(file);
            } catch (CorruptIndexException | NoSuchFileException e) {
                problems.add(e.getMessage());
            }
        }
        findRepeatedIds();
        if (manifest.log() > 0) {
            try {
                log();
            } catch (CorruptIndexException | NoSuchFileException e) {
                problems.add(e.getMessage());
            }
        }
        return new IndexCheck.Report(files, IndexFiles.bytes(index), problems);
    }

    private void segment(SegmentFile file) throws IOException {
        files++;
        Segment segment = IndexFiles.openSegment(index, manifest, file);
        int processors = Runtime.getRuntime().availableProcessors();
        List<String> found =
                WorkThreads.with(processors, threads -> SegmentCheck.problems(segment, threads, processors));
        problems.addAll(found);
        files += file.deaths().isPresent() ? 1 : 0;
        DeadDocuments dead = IndexFiles.openDeaths(index, file, segment);
        String wrong = IndexFiles.deathsProblem(index, file, segment);
        if (!wrong.isEmpty()) {
            problems.add(wrong);
        } else if (found.isEmpty()) {
            sound.add(new SegmentMerge.Input(segment, dead));
        }
    }

    /** An id must be live in one segment only, or queries would find both documents. */
    private void findRepeatedIds() {
        int found = 0;
        for (int i = 0; i < sound.size() - 1; i++) {
            SegmentMerge.Input in = sound.get(i);
            for (long d = 0; d < in.dead().documents() && found < MOST_REPEATED; d++) {
                byte[] id = in.segment().documents().idBytes(d);
                if (!in.dead().contains(d) && isLiveAfter(i, id)) {
                    problems.add(in.segment().file().getFileName() + ": document " + d + ", '"
                            + new String(id, StandardCharsets.UTF_8) + "', is live in a later segment too");
                    found++;
                }
            }
        }
    }

    private boolean isLiveAfter(int i, byte[] id) {
        for (SegmentMerge.Input later : sound.subList(i + 1, sound.size())) {
            long ordinal = later.segment().documents().find(id);
            if (ordinal >= 0 && !later.dead().contains(ordinal)) {
                return true;
            }
        }
        return false;
    }

    private void log() throws IOException {
        try (LogReplay replay = new LogReplay(
                manifest.scheme(),
                manifest.stored(),
                sound,
                LogReplay.MEMORY,
                1,
                Path.of(System.getProperty("java.io.tmpdir")))) {
            long last = replay.readAll(IndexFiles.live(index), manifest.log(), manifest.sequence())
                    .number();
            files += (int) (last - manifest.log() + 1);
        }
    }
}

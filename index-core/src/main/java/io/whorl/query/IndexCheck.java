package io.whorl.query;

import io.whorl.CorruptIndexException;
import io.whorl.store.IndexDirectory;
import io.whorl.store.IndexFiles;
import io.whorl.store.Manifest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Verifies every byte of an index, and repairs a damaged index. Thread-safe. */
public final class IndexCheck {
    private IndexCheck() {}

    /**
     * The result of a check.
     *
     * @param files the number of files that were read
     * @param bytes the size of the index
     * @param problems a description of each problem with its file and place; empty if the index is undamaged
     */
    public record Report(int files, long bytes, List<String> problems) {
        public Report {
            problems = List.copyOf(problems);
        }
    }

    /**
     * The result of a repair.
     *
     * @param kept the segments and logs that the index consists of now; if it is empty, nothing could be kept and
     *     nothing was changed
     * @param lost a description of each piece that could not be kept, with the reason
     */
    public record RepairReport(List<String> kept, List<String> lost) {
        public RepairReport {
            kept = List.copyOf(kept);
            lost = List.copyOf(lost);
        }
    }

    /**
     * Verifies an index. A writer and readers may use the index meanwhile.
     *
     * @param index the directory of the index
     * @return the problems found; if there are none, every answer from the index is right
     * @throws io.whorl.NotAnIndexException if there is no index
     * @throws io.whorl.UnsupportedFormatException if the index has a newer format
     */
    public static Report check(Path index) throws IOException {
        try {
            Manifest manifest = IndexFiles.readManifest(index);
            while (true) {
                Report report = new StateCheck(index, manifest).run();
                Manifest now = IndexFiles.readManifest(index);
                if (report.problems().isEmpty() || now.equals(manifest)) {
                    return report;
                }
                // A writer may have removed files while they were checked.
                manifest = now;
            }
        } catch (CorruptIndexException e) {
            return new Report(1, IndexFiles.bytes(index), List.of(e.getMessage()));
        }
    }

    /**
     * Keeps every undamaged segment and every complete commit of the logs. If MANIFEST is lost or damaged, or names no
     * undamaged segment, the undamaged segments in the directory become the index; if several hold the same id, the
     * document of the newest segment stays. Damaged files are renamed, not removed.
     *
     * @param index the directory of the index
     * @throws io.whorl.NotAnIndexException if the path is not a directory
     * @throws io.whorl.IndexLockedException if a writer has the index open
     */
    public static RepairReport repair(Path index) throws IOException {
        try (IndexDirectory directory = IndexDirectory.repair(index)) {
            return new Salvage(directory).run();
        }
    }
}

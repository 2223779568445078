package io.whorl.query;

import io.whorl.store.IndexDirectory;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Keeps what can be kept of a damaged index: every segment that is whole, and every whole commit of the logs. Where
 * MANIFEST is lost or damaged, or names nothing that is whole, the whole segments in the directory become the index
 * again; of an id in several of them the newest one's document stays. Damaged files are put aside, not removed.
 */
public final class IndexRepair {
    private IndexRepair() {}

    /**
     * @return what was kept and what was lost
     * @throws io.whorl.NotAnIndexException if the path is no directory
     * @throws io.whorl.IndexLockedException if a writer is at work there
     */
    public static RepairReport repair(Path index) throws IOException {
        try (IndexDirectory directory = IndexDirectory.repair(index)) {
            return new Salvage(directory).run();
        }
    }
}

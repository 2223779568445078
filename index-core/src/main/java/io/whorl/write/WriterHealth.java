package io.whorl.write;

import java.util.List;

/**
 * What a writer has done since it was opened, and the state of its index and of its background work at one moment.
 * Reads no file.
 *
 * @param commits commits that changed something, with adoptions
 * @param seals live tiers that were sealed, with those of direct commits
 * @param merges merges that succeeded
 * @param stalls how often commits or seals began to wait for merges
 * @param refusedDocuments documents that were refused, because they need too much memory or their id is repeated
 * @param refusedCommits commits and seals that were refused, because merging fails and there are too many segments
 * @param documents living documents of the index
 * @param liveDocuments those of them that are in no segment yet
 * @param bytes bytes of the segments, without logs
 * @param segments sealed segments of the index
 * @param mostSegments seals and direct commits wait for merges while the index has this many segments
 * @param waiting whether a commit or a seal waits for merges now
 * @param failedMerges merges that failed since the writer was opened
 * @param setAside failures whose segments are excluded from background merges now
 */
public record WriterHealth(
        long commits,
        long seals,
        long merges,
        long stalls,
        long refusedDocuments,
        long refusedCommits,
        long documents,
        long liveDocuments,
        long bytes,
        int segments,
        int mostSegments,
        boolean waiting,
        long failedMerges,
        List<MergeFailure> setAside) {
    /**
     * A merge that failed. Its segments still answer queries; they are excluded from background merges until the retry.
     *
     * @param segments file names of the excluded segments: the damaged one if the cause names it, otherwise all inputs
     * @param cause the error of the merge
     * @param attempts how many merges of these segments failed in a row, at least 1
     * @param retryAfter seals and direct commits until the retry, 1 to 1,024; each failure in a row doubles it
     */
    public record MergeFailure(List<String> segments, Throwable cause, int attempts, int retryAfter) {}

    /** Whether no segment is excluded from background merges. */
    public boolean isWell() {
        return setAside.isEmpty();
    }
}

package io.whorl.bulk;

import io.whorl.IndexStats;
import java.util.List;

/**
 * What a build did.
 *
 * @param index the new index
 * @param duplicates documents that equal an earlier one; those left out are not in the index
 * @param repeatedIds documents left out because another one has their id; see {@link BuildOptions#repeatedIds}
 * @param tooShort documents left out because they have fewer words than {@link BuildOptions#minDocument}
 * @param refused documents left out because they cannot be fingerprinted in the given memory
 * @param withoutMinutiae documents indexed without minutiae, because they have no words or the selection kept none
 * @param firstWithoutMinutiae ids of documents without minutiae, in their order, at most {@value #MOST_NAMED}
 * @param textBytes bytes of text fingerprinted
 * @param malformed malformed UTF-8 sequences, which are read as U+FFFD
 * @param runs the number of runs of the build
 * @param temporaryBytes the largest disk space of temporary files, including runs
 */
public record BuildReport(
        IndexStats index,
        Duplicates.Counts duplicates,
        long repeatedIds,
        long tooShort,
        long refused,
        long withoutMinutiae,
        List<String> firstWithoutMinutiae,
        long textBytes,
        long malformed,
        long runs,
        long temporaryBytes) {
    /** The largest number of documents without minutiae that the report names; the others are only counted. */
    public static final int MOST_NAMED = 20;

    public BuildReport {
        firstWithoutMinutiae = List.copyOf(firstWithoutMinutiae);
    }

    /** A copy with another size of the index, and another number of refused documents. */
    public BuildReport with(long bytes, long refusedNow) {
        IndexStats now = new IndexStats(
                index.documents(),
                index.words(),
                index.minutiae(),
                index.singletons(),
                index.postings(),
                bytes,
                index.storedTextBytes(),
                index.storedFingerprintBytes(),
                index.segments());
        return new BuildReport(
                now,
                duplicates,
                repeatedIds,
                tooShort,
                refusedNow,
                withoutMinutiae,
                firstWithoutMinutiae,
                textBytes,
                malformed,
                runs,
                temporaryBytes);
    }
}

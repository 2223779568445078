package io.whorl.bulk;

import java.util.List;

/**
 * What a build did.
 *
 * @param documents documents indexed
 * @param words their surviving words
 * @param minutiae distinct minutiae
 * @param singletons minutiae that one document holds
 * @param postings (minutia, document) pairs
 * @param bytes size of the index on disk
 * @param repeatedIds documents left out because another one has their id; see {@link BuildOptions#repeatedIds}
 * @param tooShort documents left out because they have fewer words than {@link BuildOptions#minDocument}
 * @param withoutMinutiae documents indexed without minutiae, because they have no words or the selection kept none
 * @param malformed malformed UTF-8 sequences, which are read as U+FFFD
 * @param textBytes bytes of text fingerprinted
 * @param storedTextBytes size of the stored texts in the index; 0 if it stores none
 * @param storedFingerprintBytes size of the stored fingerprints in the index; 0 if it stores none
 * @param duplicates documents that equal an earlier one; those left out are not among {@code documents}
 * @param runs the number of runs of the build
 * @param refused documents left out because they cannot be fingerprinted in the given memory
 * @param temporaryBytes the largest disk space of temporary files, including runs
 * @param firstWithoutMinutiae ids of documents without minutiae, in their order, at most {@value #MOST_NAMED}
 */
public record BuildReport(
        long documents,
        long words,
        long minutiae,
        long singletons,
        long postings,
        long bytes,
        long repeatedIds,
        long tooShort,
        long withoutMinutiae,
        long malformed,
        long textBytes,
        long storedTextBytes,
        long storedFingerprintBytes,
        Duplicates.Counts duplicates,
        long runs,
        long refused,
        long temporaryBytes,
        List<String> firstWithoutMinutiae) {
    /** The largest number of documents without minutiae that the report names; the others are only counted. */
    public static final int MOST_NAMED = 20;

    public BuildReport {
        firstWithoutMinutiae = List.copyOf(firstWithoutMinutiae);
    }

    /** Bytes of the index per posting without the stored texts and fingerprints; 0 if there are no postings. */
    public double bytesPerPosting() {
        return postings == 0 ? 0 : (double) (bytes - storedTextBytes - storedFingerprintBytes) / postings;
    }

    /** A copy with another size of the index, and another number of refused documents. */
    public BuildReport with(long bytesNow, long refusedNow) {
        return new BuildReport(
                documents,
                words,
                minutiae,
                singletons,
                postings,
                bytesNow,
                repeatedIds,
                tooShort,
                withoutMinutiae,
                malformed,
                textBytes,
                storedTextBytes,
                storedFingerprintBytes,
                duplicates,
                runs,
                refusedNow,
                temporaryBytes,
                firstWithoutMinutiae);
    }
}

package io.whorl.bulk;

import java.util.List;

/**
 * What a build did.
 *
 * @param documents documents indexed
 * @param words their surviving words
 * @param minutiae distinct minutiae
 * @param singletons minutiae held by one document only
 * @param postings (minutia, document) pairs
 * @param bytes size of the index on disk
 * @param repeatedIds documents left out because an earlier one has their id
 * @param tooShort documents left out because they have fewer words than {@link BuildOptions#minDocument}
 * @param withoutMinutiae documents indexed that have no minutiae, being shorter than a chunk
 * @param malformed malformed UTF-8 sequences read as U+FFFD
 * @param textBytes bytes of text fingerprinted
 * @param duplicates documents that equal an earlier one; of those left out for it, none is among {@code documents}
 * @param runs in which it was built
 * @param refused documents left out because they cannot be fingerprinted in the memory given
 * @param temporaryBytes disk that was taken by what is not the index, runs included, at its highest
 * @param firstWithoutMinutiae ids of the documents without minutiae, in their order, {@value #MOST_NAMED} at the most
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
        Duplicates.Counts duplicates,
        long runs,
        long refused,
        long temporaryBytes,
        List<String> firstWithoutMinutiae) {
    /** Documents of a kind that are named; the others are counted. */
    public static final int MOST_NAMED = 20;

    public BuildReport {
        firstWithoutMinutiae = List.copyOf(firstWithoutMinutiae);
    }

    /** The same of an index of another size: what lies beside a segment counts too. */
    public BuildReport withBytes(long value) {
        return new BuildReport(
                documents,
                words,
                minutiae,
                singletons,
                postings,
                value,
                repeatedIds,
                tooShort,
                withoutMinutiae,
                malformed,
                textBytes,
                duplicates,
                runs,
                refused,
                temporaryBytes,
                firstWithoutMinutiae);
    }

    /** The same with another number of documents refused: neither a run nor a segment tells. */
    public BuildReport withRefused(long value) {
        return new BuildReport(
                documents,
                words,
                minutiae,
                singletons,
                postings,
                bytes,
                repeatedIds,
                tooShort,
                withoutMinutiae,
                malformed,
                textBytes,
                duplicates,
                runs,
                value,
                temporaryBytes,
                firstWithoutMinutiae);
    }
}

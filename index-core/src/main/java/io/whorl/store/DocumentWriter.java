package io.whorl.store;

import io.whorl.store.SegmentHeader.Section;
import java.io.IOException;
import java.util.Arrays;

/** Writes the sections about documents, in one pass over the documents for each section. */
final class DocumentWriter {
    private DocumentWriter() {}

    static DocumentWidths write(DocumentSource documents, SegmentWriter out) throws IOException {
        long count = documents.count();
        long largestWords = 0;
        long largestMinutiae = 0;
        long extraBytes = 0;
        for (long i = 0; i < count; i++) {
            largestWords = Math.max(largestWords, documents.words(i));
            largestMinutiae = Math.max(largestMinutiae, documents.minutiae(i));
            extraBytes += documents.extra(i).length;
        }
        long lastBlock = writeIds(documents, out);
        DocumentWidths widths = new DocumentWidths(
                FixedNumbers.width(lastBlock),
                FixedNumbers.width(largestWords),
                FixedNumbers.width(largestMinutiae),
                FixedNumbers.width(extraBytes),
                0,
                0,
                0,
                0);
        writeBlocks(count, out, widths.block());
        out.begin(Section.WORDS);
        for (long i = 0; i < count; i++) {
            out.putNumber(documents.words(i), widths.words());
        }
        out.end(Section.WORDS);
        out.begin(Section.MINUTIAE);
        for (long i = 0; i < count; i++) {
            out.putNumber(documents.minutiae(i), widths.minutiae());
        }
        out.end(Section.MINUTIAE);
        writeExtras(documents, out, extraBytes, widths.extra());
        return widths;
    }

    /**
     * Writes the ids.
     *
     * @return the offset of the last block
     */
    private static long writeIds(DocumentSource documents, SegmentWriter out) throws IOException {
        long count = documents.count();
        long lastBlock = 0;
        byte[] numbers = new byte[2 * Varint.LONGEST];
        byte[] before = new byte[0];
        out.begin(Section.IDS);
        long start = out.here();
        for (long i = 0; i < count; i++) {
            byte[] id = documents.id(i);
            int shared = 0;
            if (i % DocumentTable.BLOCK == 0) {
                lastBlock = out.here() - start;
            } else {
                int mismatch = Arrays.mismatch(before, id);
                shared = mismatch < 0 ? id.length : mismatch;
            }
            int end = Varint.put(numbers, Varint.put(numbers, 0, shared), id.length - shared);
            out.put(numbers, 0, end);
            out.put(id, shared, id.length - shared);
            before = id;
        }
        out.end(Section.IDS);
        return lastBlock;
    }

    /**
     * Writes the offsets of the blocks of ids. Reads the ids back, because collecting the offsets would take heap
     * proportional to the documents.
     */
    private static void writeBlocks(long count, SegmentWriter out, int width) throws IOException {
        out.begin(Section.ID_BLOCKS);
        if (count > 0) {
            Varint.Reader in = new Varint.Reader(out.read(Section.IDS), 0);
            for (long i = 0; i < count; i++) {
                if (i % DocumentTable.BLOCK == 0) {
                    out.putNumber(in.at(), width);
                }
                in.next();
                in.skip(in.next());
            }
        }
        out.end(Section.ID_BLOCKS);
    }

    private static void writeExtras(DocumentSource documents, SegmentWriter out, long extraBytes, int width)
            throws IOException {
        out.begin(Section.EXTRAS);
        for (long i = 0; i < documents.count() && extraBytes > 0; i++) {
            out.put(documents.extra(i));
        }
        out.end(Section.EXTRAS);
        out.begin(Section.EXTRA_ENDS);
        long end = 0;
        for (long i = 0; i < documents.count() && extraBytes > 0; i++) {
            end += documents.extra(i).length;
            out.putNumber(end, width);
        }
        out.end(Section.EXTRA_ENDS);
    }

    /**
     * The bytes of each kind of number about documents, 1 to 8.
     *
     * @param block offset of a block of ids
     * @param words words of a document after filtering
     * @param minutiae distinct minutiae of a document
     * @param extra end offset of the extra of a document
     * @param family next document of a family; 0 if no documents share postings
     * @param text end offset of the text of a document; 0 if no texts are stored
     * @param date date of a document; 0 if no document has one
     * @param fingerprint end offset of the fingerprint of a document; 0 if no fingerprints are stored
     */
    record DocumentWidths(
            int block, int words, int minutiae, int extra, int family, int text, int date, int fingerprint) {
        boolean valid() {
            return valid(block)
                    && valid(words)
                    && valid(minutiae)
                    && valid(extra)
                    && (family == 0 || valid(family))
                    && (text == 0 || valid(text))
                    && (date == 0 || valid(date))
                    && (fingerprint == 0 || valid(fingerprint));
        }

        DocumentWidths family(int width) {
            return new DocumentWidths(block, words, minutiae, extra, width, text, date, fingerprint);
        }

        DocumentWidths text(int width) {
            return new DocumentWidths(block, words, minutiae, extra, family, width, date, fingerprint);
        }

        DocumentWidths date(int width) {
            return new DocumentWidths(block, words, minutiae, extra, family, text, width, fingerprint);
        }

        DocumentWidths fingerprint(int width) {
            return new DocumentWidths(block, words, minutiae, extra, family, text, date, width);
        }

        private static boolean valid(int width) {
            return width >= 1 && width <= 8;
        }
    }
}

package io.whorl.lucene.analysis;

import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;

/**
 * Emits the distinct minutiae of a text as terms, for candidates from Lucene's own index: the fingerprint by a scheme,
 * for example with the selection winnowing or mod. Each term is a hexadecimal number, in ascending order. Index the
 * field with {@link org.apache.lucene.index.IndexOptions#DOCS} and without norms, because the terms have no places.
 *
 * <p>The whole text of one document is in memory.
 */
public final class MinutiaTokenizer extends Tokenizer {
    private static final int BUFFER = 4096;

    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
    private final OffsetAttribute offset = addAttribute(OffsetAttribute.class);
    private final MinutiaTerms terms;
    private boolean read;
    private int end;

    /**
     * Creates a tokenizer.
     *
     * @throws io.whorl.SchemeException if the scheme cannot be used
     */
    public MinutiaTokenizer(Scheme scheme) {
        terms = new MinutiaTerms(scheme);
    }

    /** An analyzer with this tokenizer alone. */
    public static Analyzer analyzer(Scheme scheme) {
        return new Analyzer() {
            @Override
            protected TokenStreamComponents createComponents(String field) {
                return new TokenStreamComponents(new MinutiaTokenizer(scheme));
            }
        };
    }

    @Override
    public boolean incrementToken() throws IOException {
        clearAttributes();
        if (!read) {
            read = true;
            char[] buffer = new char[BUFFER];
            for (int n = input.read(buffer); n >= 0; n = input.read(buffer)) {
                terms.text().append(buffer, 0, n);
            }
            end = correctOffset(terms.text().length());
            terms.fingerprint();
        }
        offset.setOffset(0, end);
        return terms.next(term);
    }

    @Override
    public void reset() throws IOException {
        super.reset();
        terms.reset();
        read = false;
        end = 0;
    }

    @Override
    public void end() throws IOException {
        super.end();
        offset.setOffset(end, end);
    }

    /** The minutiae of a text as terms: lower-case hexadecimal numbers of equal length. One thread at a time. */
    static final class MinutiaTerms {
        private final Fingerprinter fingerprinter;
        private final char[] term;
        private final StringBuilder text = new StringBuilder();
        private Fingerprint fingerprint;
        private int next;

        MinutiaTerms(Scheme scheme) {
            fingerprinter = Fingerprinter.of(scheme);
            term = new char[(scheme.hashing().bits() + 3) / 4];
            fingerprint = fingerprinter.fingerprint("");
        }

        /** The text so far, to append to. */
        StringBuilder text() {
            return text;
        }

        void reset() {
            text.setLength(0);
            next = 0;
        }

        void fingerprint() {
            fingerprint = fingerprinter.fingerprint(text.toString());
            text.setLength(0);
            text.trimToSize();
            next = 0;
        }

        /** Sets the next minutia, in unsigned ascending order. Returns false if there is none. */
        boolean next(CharTermAttribute into) {
            if (next == fingerprint.size()) {
                return false;
            }
            long minutia = fingerprint.minutia(next++);
            for (int i = term.length - 1; i >= 0; i--) {
                term[i] = Character.forDigit((int) minutia & 15, 16);
                minutia >>>= 4;
            }
            into.copyBuffer(term, 0, term.length);
            return true;
        }
    }
}

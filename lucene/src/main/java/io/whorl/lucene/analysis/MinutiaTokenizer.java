package io.whorl.lucene.analysis;

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
        if (!terms.hasNext()) {
            return false;
        }
        char[] next = terms.next();
        term.copyBuffer(next, 0, next.length);
        offset.setOffset(0, end);
        return true;
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
}

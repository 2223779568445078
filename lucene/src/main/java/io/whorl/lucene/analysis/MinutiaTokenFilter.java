package io.whorl.lucene.analysis;

import io.whorl.lucene.analysis.MinutiaTokenizer.MinutiaTerms;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;

/**
 * Replaces the tokens of a stream by the minutiae of their text, for chains that change words in a way that a scheme
 * cannot, for example with a stemmer of their own. The terms of the stream, with a space after each, are fingerprinted;
 * of several tokens at one position only the first counts. {@link MinutiaTokenizer} describes the terms that come out,
 * and fingerprints the text itself.
 */
public final class MinutiaTokenFilter extends TokenFilter {
    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
    private final PositionIncrementAttribute increment = addAttribute(PositionIncrementAttribute.class);
    private final MinutiaTerms terms;
    private boolean read;

    /**
     * Creates a filter.
     *
     * @throws io.whorl.SchemeException if the scheme cannot be used
     */
    public MinutiaTokenFilter(TokenStream input, Scheme scheme) {
        super(input);
        terms = new MinutiaTerms(scheme);
    }

    @Override
    public boolean incrementToken() throws IOException {
        if (!read) {
            read = true;
            while (input.incrementToken()) {
                if (increment.getPositionIncrement() > 0) {
                    terms.text().append(term).append(' ');
                }
            }
            terms.fingerprint();
        }
        clearAttributes();
        return terms.next(term);
    }

    @Override
    public void reset() throws IOException {
        super.reset();
        terms.reset();
        read = false;
    }
}

package io.whorl.lab.rival;

import io.whorl.lab.model.Rival;
import io.whorl.lab.model.RivalScheme;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.StopFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.minhash.MinHashFilter;
import org.apache.lucene.analysis.shingle.ShingleFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute;
import org.apache.lucene.util.BytesRef;

/**
 * Lucene's own analysis of a text: lower-case words without stop words, then shingles, then a MinHash signature, as far
 * as the system needs them. In a shingle, ShingleFilter's filler replaces a stop word. Thread-safe.
 */
final class LuceneAnalyzer extends Analyzer {
    private static final int HASHES = 1;
    private static final int VALUES_PER_BUCKET = 1;

    private final RivalScheme scheme;
    private final CharArraySet stop;

    LuceneAnalyzer(RivalScheme scheme) {
        this.scheme = scheme;
        stop = CharArraySet.unmodifiableSet(new CharArraySet(scheme.stop(), false));
    }

    @Override
    protected TokenStreamComponents createComponents(String field) {
        StandardTokenizer words = new StandardTokenizer();
        TokenStream terms = new StopFilter(new LowerCaseFilter(words), stop);
        if (scheme.system() != Rival.LUCENE_MORE_LIKE_THIS) {
            terms = shingles(terms);
        }
        if (scheme.system() == Rival.LUCENE_MINHASH) {
            terms = new MinHashFilter(terms, HASHES, scheme.parameter("components"), VALUES_PER_BUCKET, true);
        }
        return new TokenStreamComponents(words, terms);
    }

    private TokenStream shingles(TokenStream words) {
        int granularity = scheme.parameter("granularity");
        if (granularity == 1) {
            return words;
        }
        ShingleFilter shingles = new ShingleFilter(words, granularity, granularity);
        shingles.setOutputUnigrams(false);
        return shingles;
    }

    /** Returns the distinct terms of a text in order of appearance. */
    Set<BytesRef> terms(String field, String text) throws IOException {
        Set<BytesRef> terms = new LinkedHashSet<>();
        try (TokenStream stream = tokenStream(field, text)) {
            TermToBytesRefAttribute term = stream.getAttribute(TermToBytesRefAttribute.class);
            stream.reset();
            while (stream.incrementToken()) {
                terms.add(BytesRef.deepCopyOf(term.getBytesRef()));
            }
            stream.end();
        }
        return terms;
    }
}

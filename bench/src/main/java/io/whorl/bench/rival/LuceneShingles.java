package io.whorl.bench.rival;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.shingle.ShingleFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/** Lucene's own analysis to 4-word chunks: StandardTokenizer, LowerCaseFilter and ShingleFilter. Thread-safe. */
public final class LuceneShingles extends Analyzer {
    private static final int WORDS = 4;

    @Override
    protected TokenStreamComponents createComponents(String fieldName) {
        StandardTokenizer words = new StandardTokenizer();
        ShingleFilter shingles = new ShingleFilter(new LowerCaseFilter(words), WORDS, WORDS);
        shingles.setOutputUnigrams(false);
        return new TokenStreamComponents(words, shingles);
    }

    /** Analyses a document, and returns the number of characters in its chunks. */
    public long consume(String document) {
        try (TokenStream chunks = tokenStream("text", document)) {
            CharTermAttribute term = chunks.getAttribute(CharTermAttribute.class);
            long characters = 0;
            chunks.reset();
            while (chunks.incrementToken()) {
                characters += term.length();
            }
            chunks.end();
            return characters;
        } catch (IOException e) {
            throw new UncheckedIOException("a text in memory cannot be read", e);
        }
    }
}

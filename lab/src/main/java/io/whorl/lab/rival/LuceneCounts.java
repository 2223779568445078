package io.whorl.lab.rival;

import java.io.IOException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;

/**
 * The number of entries in a Lucene index of one segment.
 *
 * @param terms distinct terms
 * @param singletons terms that only one document has
 * @param postings (term, document) pairs
 */
record LuceneCounts(long terms, long singletons, long postings) {
    static LuceneCounts of(DirectoryReader reader) throws IOException {
        long distinct = 0;
        long singletons = 0;
        long postings = 0;
        for (LeafReaderContext leaf : reader.leaves()) {
            Terms terms = Terms.getTerms(leaf.reader(), LuceneIndex.FIELD);
            TermsEnum each = terms.iterator();
            while (each.next() != null) {
                int documents = each.docFreq();
                distinct++;
                singletons += documents == 1 ? 1 : 0;
                postings += documents;
            }
        }
        return new LuceneCounts(distinct, singletons, postings);
    }
}

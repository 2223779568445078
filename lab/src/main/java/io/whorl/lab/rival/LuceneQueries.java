package io.whorl.lab.rival;

import io.whorl.lab.model.Rival;
import io.whorl.lab.model.RivalScheme;
import java.io.IOException;
import java.io.StringReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.queries.mlt.MoreLikeThis;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.BytesRef;

/** Makes a Lucene query from a text: a disjunction of its terms. Thread-safe. */
final class LuceneQueries {
    private final RivalScheme scheme;
    private final boolean shared;
    private final LuceneAnalyzer analyzer;
    private final IndexReader reader;

    /** @param shared whether each term scores 1; otherwise BM25 scores it */
    LuceneQueries(RivalScheme scheme, boolean shared, LuceneAnalyzer analyzer, IndexReader reader) {
        this.scheme = scheme;
        this.shared = shared;
        this.analyzer = analyzer;
        this.reader = reader;
    }

    BooleanQuery of(String text) throws IOException {
        return scheme.system() == Rival.LUCENE_MORE_LIKE_THIS ? moreLikeThis(text) : allTerms(text);
    }

    private BooleanQuery allTerms(String text) throws IOException {
        BooleanQuery.Builder query = new BooleanQuery.Builder();
        for (BytesRef term : analyzer.terms(LuceneIndex.FIELD, text)) {
            TermQuery holds = new TermQuery(new Term(LuceneIndex.FIELD, term));
            query.add(shared ? new ConstantScoreQuery(holds) : holds, BooleanClause.Occur.SHOULD);
        }
        return query.build();
    }

    private BooleanQuery moreLikeThis(String text) throws IOException {
        MoreLikeThis like = new MoreLikeThis(reader);
        like.setAnalyzer(analyzer);
        like.setFieldNames(new String[] {LuceneIndex.FIELD});
        like.setMaxQueryTerms(scheme.parameter("terms"));
        like.setMinTermFreq(scheme.parameter("min-frequency"));
        like.setMinDocFreq(scheme.parameter("min-documents"));
        return (BooleanQuery) like.like(LuceneIndex.FIELD, new StringReader(text));
    }
}

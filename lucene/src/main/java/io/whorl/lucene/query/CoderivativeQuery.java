package io.whorl.lucene.query;

import io.whorl.NotStoredException;
import io.whorl.measure.Measure;
import io.whorl.query.Matches.Match;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.query.TextSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.BytesRef;

/**
 * Matches the documents that share text with a text or with a document, by a measure and a least score. The Whorl index
 * beside the Lucene index answers, and the results are joined by id. The score of a hit is its score by the measure.
 *
 * <p>{@link #rewrite} asks the snapshot, and gives ordinary queries: ids with equal scores are one set of terms with a
 * constant score. So the query can be combined with others as a clause, as a filter, or as a rescorer. It counts as
 * {@link QueryOptions#top} clauses at most, which {@link IndexSearcher#getMaxClauseCount} limits. The snapshot must
 * stay open while the query is used.
 *
 * <p>By a document, that document itself is the best hit. A {@code MUST_NOT} clause with its id leaves it out.
 * Immutable and thread-safe.
 */
public final class CoderivativeQuery extends Query {
    /** The number of hits of {@link #ofText(Snapshot, String, String, Measure, double)}. */
    static final int MOST_HITS = 1_000;

    private final Snapshot snapshot;
    private final String idField;
    private final Optional<String> document;
    private final byte[] text;
    private final QueryOptions options;

    private CoderivativeQuery(
            Snapshot snapshot, String idField, Optional<String> document, byte[] text, QueryOptions options) {
        this.snapshot = Objects.requireNonNull(snapshot, "snapshot");
        this.idField = Objects.requireNonNull(idField, "idField");
        this.document = document;
        this.text = text;
        this.options = options.checked();
        options.measure().check(snapshot.scheme());
    }

    /**
     * Matches documents that share text with a text, at most 1,000.
     *
     * @param snapshot of the Whorl index
     * @param idField the indexed Lucene field with the ids of documents, one untokenized term each
     * @param text a text without minutiae matches nothing
     * @param measure the measure of the score
     * @param minScore 0 to the largest value of the measure
     * @throws IllegalArgumentException if {@code minScore} is out of its range
     * @throws io.whorl.SchemeException if the scheme of the index cannot give the measure
     */
    public static CoderivativeQuery ofText(
            Snapshot snapshot, String idField, String text, Measure measure, double minScore) {
        return ofText(snapshot, idField, text.getBytes(StandardCharsets.UTF_8), options(measure, minScore));
    }

    /**
     * Matches documents that share text with a text.
     *
     * @param utf8 the text in UTF-8; a malformed sequence reads as U+FFFD
     * @param options of the query of the Whorl index
     */
    public static CoderivativeQuery ofText(Snapshot snapshot, String idField, byte[] utf8, QueryOptions options) {
        return new CoderivativeQuery(snapshot, idField, Optional.empty(), utf8.clone(), options);
    }

    /**
     * Matches documents that share text with a document whose text the Whorl index stores, at most 1,000; otherwise as
     * {@link #ofText(Snapshot, String, String, Measure, double)}.
     *
     * @param id the id of the document; if the index has no such document, nothing matches
     * @throws NotStoredException if the index stores no texts
     */
    public static CoderivativeQuery ofDocument(
            Snapshot snapshot, String idField, String id, Measure measure, double minScore) throws IOException {
        if (!snapshot.storesTexts()) {
            throw NotStoredException.text();
        }
        return ofDocument(snapshot, snapshot::text, idField, id, options(measure, minScore));
    }

    /**
     * Matches documents that share text with a document of a source. The source is asked once, by this call.
     *
     * @param texts the source; if it has no text of the id, nothing matches
     * @throws IOException if the source fails
     */
    public static CoderivativeQuery ofDocument(
            Snapshot snapshot, TextSource texts, String idField, String id, QueryOptions options) throws IOException {
        byte[] text = texts.text(id).orElse(new byte[0]);
        return new CoderivativeQuery(snapshot, idField, Optional.of(id), text, options);
    }

    private static QueryOptions options(Measure measure, double minScore) {
        return QueryOptions.DEFAULT.measure(measure).minScore(minScore).top(MOST_HITS);
    }

    /**
     * The documents that match, with their scores, as the Whorl index gives them.
     *
     * @throws io.whorl.LimitExceededException if the query needs more memory than its options allow
     */
    public List<Match> matches() {
        return text.length == 0 ? List.of() : snapshot.query(text, options).matches();
    }

    @Override
    public Query rewrite(IndexSearcher searcher) {
        Map<Float, List<BytesRef>> byScore = new LinkedHashMap<>();
        for (Match match : matches()) {
            byScore.computeIfAbsent((float) match.score(), s -> new ArrayList<>())
                    .add(new BytesRef(match.id()));
        }
        if (byScore.isEmpty()) {
            return new MatchNoDocsQuery("no document of the Whorl index reaches the score");
        }
        BooleanQuery.Builder any = new BooleanQuery.Builder();
        byScore.forEach((score, ids) -> any.add(new BoostQuery(new ConstantScoreQuery(ids(ids)), score), Occur.SHOULD));
        return any.build();
    }

    private Query ids(List<BytesRef> ids) {
        return ids.size() == 1 ? new TermQuery(new Term(idField, ids.get(0))) : new TermInSetQuery(idField, ids);
    }

    @Override
    public void visit(QueryVisitor visitor) {
        if (visitor.acceptField(idField)) {
            visitor.visitLeaf(this);
        }
    }

    @Override
    public String toString(String field) {
        String of = document.map(id -> "document " + id).orElse("a text of " + text.length + " bytes");
        return "coderivatives(" + of + " by " + options.measure().label() + " from " + options.minScore() + ")";
    }

    @Override
    public boolean equals(Object other) {
        return sameClassAs(other) && equalsTo((CoderivativeQuery) other);
    }

    private boolean equalsTo(CoderivativeQuery other) {
        return snapshot == other.snapshot
                && idField.equals(other.idField)
                && document.equals(other.document)
                && options.equals(other.options)
                && Arrays.equals(text, other.text);
    }

    @Override
    public int hashCode() {
        return 31 * Objects.hash(classHash(), System.identityHashCode(snapshot), idField, options)
                + Arrays.hashCode(text);
    }
}

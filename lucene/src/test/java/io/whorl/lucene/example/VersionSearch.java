package io.whorl.lucene.example;

import io.whorl.align.AlignmentOptions;
import io.whorl.corpus.CorpusReader;
import io.whorl.corpus.Document;
import io.whorl.corpus.ReaderOptions;
import io.whorl.lucene.collapse.CollapseCursor;
import io.whorl.lucene.collapse.CollapseOptions;
import io.whorl.lucene.collapse.CollapsedGroup;
import io.whorl.lucene.collapse.CollapsedTopDocs;
import io.whorl.lucene.collapse.CollapsingSearch;
import io.whorl.lucene.collapse.FingerprintField;
import io.whorl.lucene.index.IndexerOptions;
import io.whorl.lucene.index.WhorlIndexer;
import io.whorl.lucene.query.CoderivativeQuery;
import io.whorl.lucene.query.HitPassages;
import io.whorl.measure.Measure;
import io.whorl.query.Snapshot;
import io.whorl.write.WriterOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;

/** Indexes documents in many versions, and shows each document once. */
public final class VersionSearch {
    private static final FingerprintField VERSIONS = FingerprintField.of("versions");
    private static final CollapseOptions COLLAPSE = CollapseOptions.DEFAULT
            .similarity(CollapseOptions.Similarity.CONTAINMENT)
            .threshold(0.4)
            .counts(CollapseOptions.Counts.ALL);

    private final Path lucene;
    private final Path whorl;

    /** @param folder of both indexes */
    public VersionSearch(Path folder) {
        lucene = folder.resolve("lucene");
        whorl = folder.resolve("whorl");
    }

    /** Adds the documents of files, folders and archives to both indexes. */
    public void index(List<Path> sources) throws IOException {
        IndexerOptions options =
                IndexerOptions.DEFAULT.fingerprint(VERSIONS).writer(WriterOptions.DEFAULT.storeText(true));
        try (Directory directory = FSDirectory.open(lucene);
                WhorlIndexer indexer =
                        WhorlIndexer.open(directory, new IndexWriterConfig(new StandardAnalyzer()), whorl, options);
                CorpusReader reader = CorpusReader.open(sources, ReaderOptions.DEFAULT, System.err::println)) {
            for (Optional<Document> next = reader.next(); next.isPresent(); next = reader.next()) {
                Document document = next.get();
                TextField body = new TextField("body", document.text(), Field.Store.NO);
                indexer.add(document.id(), document.text(), List.of(body));
            }
            indexer.commit();
        }
    }

    /** Prints pages of ten different documents that contain a word, each with the number of its other versions. */
    public void search(String word, int pages, PrintStream out) throws IOException {
        try (Directory directory = FSDirectory.open(lucene);
                DirectoryReader reader = DirectoryReader.open(directory)) {
            IndexSearcher searcher = new IndexSearcher(reader);
            Query query = new TermQuery(new Term("body", word));
            CollapsingSearch search = CollapsingSearch.of(VERSIONS, COLLAPSE);
            CollapsedTopDocs page = search.search(searcher, query, 10);
            print(page, searcher, out);
            for (int i = 1; i < pages && page.next().isPresent(); i++) {
                CollapseCursor cursor = page.next().get();
                page = search.searchAfter(cursor, searcher, query, 10);
                print(page, searcher, out);
            }
        }
    }

    private static void print(CollapsedTopDocs page, IndexSearcher searcher, PrintStream out) throws IOException {
        for (CollapsedGroup group : page.groups()) {
            String id = searcher.storedFields().document(group.hit().doc).get("id");
            out.println(id + (group.others() == 0 ? "" : ", and " + group.others() + " more versions"));
        }
    }

    /** Prints the documents that share most text with a document, each with the longest passage that both have. */
    public void like(String id, PrintStream out) throws IOException {
        try (Directory directory = FSDirectory.open(lucene);
                DirectoryReader reader = DirectoryReader.open(directory);
                Snapshot snapshot = Snapshot.open(whorl)) {
            IndexSearcher searcher = new IndexSearcher(reader);
            HitPassages passages = HitPassages.of(snapshot, AlignmentOptions.DEFAULT);
            String text = new String(snapshot.text(id).orElseThrow(), StandardCharsets.UTF_8);
            Query query = CoderivativeQuery.ofDocument(snapshot, "id", id, Measure.CONTAINMENT, 0.1);
            for (ScoreDoc hit : searcher.search(query, 5).scoreDocs) {
                String found = searcher.storedFields().document(hit.doc).get("id");
                int words = passages.find(text, List.of(found)).get(0).excerpts().stream()
                        .mapToInt(e -> e.passage().words())
                        .max()
                        .orElse(0);
                out.printf("%.2f  %s, a passage of %d words%n", hit.score, found, words);
            }
        }
    }

    /** Arguments: the folder of the indexes, then {@code index SOURCE...}, {@code search WORD} or {@code like ID}. */
    public static void main(String[] args) throws IOException {
        VersionSearch search = new VersionSearch(Path.of(args[0]));
        switch (args[1]) {
            case "index" ->
                search.index(List.of(args).subList(2, args.length).stream()
                        .map(Path::of)
                        .toList());
            case "search" -> search.search(args[2], 1, System.out);
            case "like" -> search.like(args[2], System.out);
            default -> throw new IllegalArgumentException("index, search or like, but not " + args[1]);
        }
    }
}

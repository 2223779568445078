package io.whorl.bench.rival;

import io.whorl.bench.data.Schemes;
import io.whorl.minutiae.MinutiaExtractor;
import io.whorl.select.SelectedChunks;
import io.whorl.write.NewDocument;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** A {@link LuceneChunks} index that is committed after each batch. Merges run in the background. */
public final class LuceneAdds implements DurableAdds {
    private final LuceneChunks index;
    private final LuceneIndexing.Terms terms;
    private final WorkerThreads crew;
    private final ThreadLocal<MinutiaExtractor> extractors =
            ThreadLocal.withInitial(() -> MinutiaExtractor.of(Schemes.named(Schemes.DEFAULT)));
    private final ThreadLocal<SelectedChunks> selected = ThreadLocal.withInitial(() -> new SelectedChunks(false));

    /** @param folder an empty folder */
    public LuceneAdds(Path folder, LuceneIndexing.Terms terms, int threads) {
        index = new LuceneChunks(folder);
        this.terms = terms;
        crew = new WorkerThreads(threads);
    }

    @Override
    public void add(List<NewDocument> batch) {
        crew.forEach(batch.size(), i -> add(batch.get(i)));
        index.commit();
    }

    private void add(NewDocument document) {
        if (terms == LuceneIndexing.Terms.TEXT) {
            index.addText(document.id(), new String(document.utf8(), StandardCharsets.UTF_8));
        } else {
            SelectedChunks chunks = selected.get();
            extractors.get().extract(document.utf8(), 0, document.utf8().length, chunks);
            index.addMinutiae(document.id(), chunks.array(), chunks.size());
        }
    }

    @Override
    public void close() {
        crew.close();
        index.close();
    }
}

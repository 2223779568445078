package io.whorl.bench.rival;

import io.whorl.bench.data.Schemes;
import io.whorl.write.IndexWriter;
import io.whorl.write.NewDocument;
import io.whorl.write.WriterOptions;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/** A Whorl index with the default options of its writer. */
public final class WhorlAdds implements DurableAdds {
    /** From this batch size on, the threads of the writer fingerprint the documents. */
    private static final int MANY = 1_000;

    private final IndexWriter writer;
    private final WorkerThreads crew;

    /** @param folder an empty folder */
    public WhorlAdds(Path folder, int threads) throws IOException {
        writer = IndexWriter.create(
                folder.resolve("index"),
                Schemes.named(Schemes.DEFAULT),
                WriterOptions.builder()
                        .liveMap(LiveMap.REQUIRED)
                        .threads(threads)
                        .build());
        crew = new WorkerThreads(threads);
    }

    @Override
    public void add(List<NewDocument> batch) throws IOException {
        if (batch.size() >= MANY) {
            writer.addAll(batch);
        } else {
            crew.forEach(batch.size(), i -> add(batch.get(i)));
        }
        writer.commit();
    }

    private void add(NewDocument document) {
        try {
            writer.add(document.id(), document.utf8());
        } catch (IOException e) {
            throw new UncheckedIOException("document " + document.id() + " cannot be added", e);
        }
    }

    @Override
    public void close() throws IOException {
        crew.close();
        writer.close();
    }
}

package io.whorl.fuzz;

import io.whorl.corpus.CorpusReader;
import io.whorl.corpus.Document;
import io.whorl.corpus.ReaderOptions;
import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Skipped;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * A file of a corpus. Reading it must end, and reports of what cannot be read must name the file. An unexpected
 * exception of a text converter is a failure here, although a corpus reader only reports it.
 *
 * @param name the name of the target and of the file, so that detection by name is tested too
 */
record CorpusTarget(String name, List<byte[]> seeds) implements FuzzTarget {
    private static final int MOST = 2 << 20;
    private static final int THREADS = 2;

    static CorpusTarget of(String name, byte[]... seeds) {
        return new CorpusTarget(name, List.of(seeds));
    }

    @Override
    public void read(int seed, byte[] changed, Random random, Path directory) throws Exception {
        Path file = Files.write(directory.resolve(name), changed);
        ReaderOptions options = ReaderOptions.DEFAULT.threads(THREADS).formats(FormatOptions.DEFAULT.maxDocument(MOST));
        List<Skipped> skipped = new ArrayList<>();
        try (CorpusReader reader = CorpusReader.open(List.of(file), options, skipped::add)) {
            for (Optional<Document> next = reader.next(); next.isPresent(); next = reader.next()) {
                require(!next.get().id().isEmpty(), "a document without an id");
                require(next.get().utf8().length <= MOST, "a document larger than the limit");
                require(
                        next.get().place().startsWith(file.toString()),
                        "a document from " + next.get().place());
            }
        }
        for (Skipped skip : skipped) {
            require(skip.place().startsWith(file.toString()), "a report that does not name the file: " + skip);
            require(!skip.detail().contains("it cannot be converted to text as"), skip.detail());
        }
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }
}

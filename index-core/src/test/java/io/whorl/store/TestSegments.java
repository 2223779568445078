package io.whorl.store;

import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Writes segments with chosen documents and lists. */
public final class TestSegments {
    /** A document of a segment. */
    public record Doc(String id, long words, long minutiae, byte[] extra) {}

    /** Writes the lists, before the table. */
    public interface Lists {
        void write(SegmentWriter out) throws IOException;
    }

    private TestSegments() {}

    /** Sorts documents into the order of a segment. */
    public static List<Doc> sorted(List<Doc> documents) {
        List<Doc> sorted = new ArrayList<>(documents);
        sorted.sort((a, b) -> Arrays.compareUnsigned(utf8(a.id), utf8(b.id)));
        return sorted;
    }

    /** @param documents sorted, with distinct ids */
    public static Segment write(Path file, Scheme scheme, List<Doc> documents, Lists lists, int partBits)
            throws IOException {
        return write(file, scheme, documents, lists, new long[0], new long[0], partBits);
    }

    /**
     * @param minutiae in unsigned ascending order, each held by one document
     * @param holders ordinal of the document of each minutia
     */
    static Segment write(
            Path file, Scheme scheme, List<Doc> documents, Lists lists, long[] minutiae, long[] holders, int partBits)
            throws IOException {
        ExecutorService threads = Executors.newSingleThreadExecutor();
        try (SegmentWriter out = new SegmentWriter(file, scheme);
                EntryRuns entries = new EntryRuns(
                        1, 0, new ScratchSpace(file.toAbsolutePath().getParent()))) {
            lists.write(out);
            entries.put(0, minutiae, holders, minutiae.length);
            SegmentCounts counts = new SegmentCounts(
                    documents.size(),
                    documents.stream().mapToLong(Doc::words).sum(),
                    minutiae.length,
                    minutiae.length,
                    minutiae.length);
            ScratchSpace scratch = new ScratchSpace(file.toAbsolutePath().getParent());
            out.finish(
                    counts,
                    entries,
                    source(documents),
                    SegmentWriter.Rest.NONE,
                    ParallelTasks.Runner.on(threads),
                    0,
                    scratch);
        } finally {
            threads.shutdown();
        }
        return Segment.open(file, partBits);
    }

    private static DocumentSource source(List<Doc> documents) {
        return new DocumentSource() {
            @Override
            public long count() {
                return documents.size();
            }

            @Override
            public byte[] id(long ordinal) {
                return utf8(documents.get((int) ordinal).id);
            }

            @Override
            public long words(long ordinal) {
                return documents.get((int) ordinal).words;
            }

            @Override
            public long minutiae(long ordinal) {
                return documents.get((int) ordinal).minutiae;
            }

            @Override
            public byte[] extra(long ordinal) {
                return documents.get((int) ordinal).extra;
            }
        };
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}

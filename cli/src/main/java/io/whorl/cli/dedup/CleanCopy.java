package io.whorl.cli.dedup;

import io.whorl.cli.console.Console;
import io.whorl.cli.console.FailedException;
import io.whorl.corpus.Document;
import io.whorl.corpus.ReaderOptions;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A copy of sources without some of their documents, which are known while the sources are read. What the copy needs
 * until then is in a directory beside it, which is removed in any case. One thread.
 */
public final class CleanCopy implements Closeable {
    private static final long PIECE = 256L << 20;

    private final List<Path> sources;
    private final Map<String, String> facts;
    private final WorkDirectory work;
    private final Target target;
    private final SourcePlaces places;
    private final DocumentLog.Writer log;
    private final Decisions.BitWriter bits;
    private long dropped;

    /**
     * Checks everything that can be checked before the sources are read.
     *
     * @param path the file or directory of the copy
     * @param sources without standard input and pipes, which cannot be read again
     * @param force whether an existing file may be replaced
     * @throws FailedException if the sources cannot be copied, or the place is taken
     */
    public CleanCopy(Path path, List<Path> sources, ReaderOptions options, boolean force) throws IOException {
        this.sources = List.copyOf(sources);
        facts = SourceDedup.facts(sources);
        work = WorkDirectory.open(path.toAbsolutePath().resolveSibling(path.getFileName() + ".work"), false, facts);
        try {
            target = Target.of(path, sources, options, force, work, PIECE, false);
            places = new SourcePlaces(target.files);
            log = new DocumentLog.Writer(work);
            bits = new Decisions.BitWriter(work);
        } catch (IOException | RuntimeException e) {
            work.remove();
            throw e;
        }
    }

    /** Adds the next document. */
    public void add(Document document, boolean isDropped) throws IOException {
        log.add(document, places.of(document.place()));
        bits.add(isDropped);
        dropped += isDropped ? 1 : 0;
    }

    public long dropped() {
        return dropped;
    }

    /** Writes the copy and puts it in place, after all documents were added. */
    public void finish(Console console) throws IOException {
        log.force();
        bits.force();
        SourceDedup.requireSame(facts, SourceDedup.facts(sources));
        target.finish(work, dropped, sources, facts, console, "nothing was written");
    }

    /** Removes everything but the finished copy. */
    @Override
    public void close() throws IOException {
        try (bits;
                log) {
            Path unfinished = target.unfinished();
            if (Files.isDirectory(unfinished)) {
                WorkDirectory.remove(unfinished, unfinished);
            }
            Files.deleteIfExists(unfinished);
        } finally {
            work.remove();
        }
    }
}

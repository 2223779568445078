package io.whorl.cli;

import io.whorl.cli.ReportCommand.ReportPage.Note;
import io.whorl.corpus.Document;
import io.whorl.corpus.ReaderOptions;
import io.whorl.corpus.Sample;
import io.whorl.corpus.format.PageMap;
import io.whorl.corpus.format.TextMap;
import io.whorl.passages.FoundPassages.Reason;
import io.whorl.passages.PassageFinder;
import io.whorl.passages.PassageOptions;
import io.whorl.query.Snapshot;
import io.whorl.query.TextSource;
import io.whorl.store.ScratchSpace.TempFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The texts of the documents of an index: those that the index stores, or those of {@code --texts}. Reports each
 * document that could not be aligned once, and counts them. One thread reports.
 */
final class IndexedTexts implements Closeable {
    /** The number of reports; more are counted. */
    private static final int MAX_REPORTS = 100;

    private final Snapshot snapshot;
    private final Optional<ScratchTexts> given;
    final TextSource source;
    private final Console console;
    private final Map<String, Reason> unaligned = new HashMap<>();

    private IndexedTexts(Snapshot snapshot, Optional<ScratchTexts> given, TextSource source, Console console) {
        this.snapshot = snapshot;
        this.given = given;
        this.source = source;
        this.console = console;
    }

    static IndexedTexts none(Snapshot snapshot, Console console) {
        return new IndexedTexts(snapshot, Optional.empty(), TextSource.NONE, console);
    }

    /**
     * Opens the texts. Sources are read to their end.
     *
     * @param options how the queries are read; options that select documents do not apply
     * @throws FailedException if the index stores no texts and there is no source, or if the sources have no text of a
     *     document of the index
     */
    static IndexedTexts open(
            Snapshot snapshot, List<Path> sources, ReaderOptions options, SkippedDocuments skipped, Console console)
            throws IOException {
        if (sources.isEmpty()) {
            if (!snapshot.storesTexts()) {
                throw new FailedException("the index stores no texts, so passages cannot be located; give the sources"
                        + " that were indexed with --texts SOURCE, or build the index with --store-text");
            }
            return new IndexedTexts(snapshot, Optional.empty(), snapshot::text, console);
        }
        ReaderOptions all = options.include(List.of())
                .exclude(List.of())
                .limit(ReaderOptions.DEFAULT.limit())
                .sample(Sample.ALL);
        ScratchTexts texts = new ScratchTexts();
        try (SourceReader reader = SourceReader.open(sources, all, skipped);
                Progress progress = reader.show("texts")) {
            long documents = 0;
            for (Optional<Document> next = reader.next(); next.isPresent(); next = reader.next()) {
                Document document = next.get();
                documents++;
                if (snapshot.document(document.id()).isPresent() && !texts.add(document)) {
                    progress.message("warning: left out " + document.place() + ": it repeats the id " + document.id());
                }
                progress.at(reader.bytesRead(), documents);
            }
            if (texts.size() == 0) {
                throw new FailedException("no document of --texts has an id of the index; name the same sources as when"
                        + " the index was built");
            }
            return new IndexedTexts(snapshot, Optional.of(texts), texts, console);
        } catch (IOException | RuntimeException e) {
            texts.close();
            throw e;
        }
    }

    PassageFinder finder(PassageOptions options) {
        return given.isPresent()
                ? PassageFinder.of(snapshot, given.get(), options)
                : PassageFinder.of(snapshot, options);
    }

    /** False if there are no texts at all. */
    boolean exist() {
        return source != TextSource.NONE;
    }

    /**
     * Returns a text, or nothing if it is missing or has changed, which is reported. A text that is not from the index
     * may have changed.
     */
    Optional<byte[]> text(String id) throws IOException {
        Optional<byte[]> text = source.text(id);
        if (text.isPresent() ? given.isPresent() && !snapshot.isTextOf(id, text.get()) : exist()) {
            report(id, text.isPresent() ? Reason.CHANGED : Reason.MISSING);
            return Optional.empty();
        }
        return text;
    }

    void report(String id, Reason why) {
        if (unaligned.putIfAbsent(id, why) == null && unaligned.size() <= MAX_REPORTS) {
            String reason = why == Reason.MISSING ? "its text is missing" : "its text has changed since it was indexed";
            console.warn("not aligned: " + id + " of the index: " + reason);
        }
    }

    /** Returns a note about the documents that could not be aligned, if there are any. */
    Optional<Note> note() {
        long missing = Collections.frequency(unaligned.values(), Reason.MISSING);
        long changed = unaligned.size() - missing;
        return unaligned.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new Note("unaligned", Map.of("n", missing + changed, "missing", missing, "changed", changed)));
    }

    /** Prints the note with a remedy, and returns the exit code. */
    int exitCode() {
        note().ifPresent(note ->
                console.warn(note.english() + "; add these documents to the index again, delete them from it, or"
                        + " give their old texts with --texts"));
        return unaligned.isEmpty() ? Subcommand.DONE : Subcommand.FAILED;
    }

    /** Returns what is known of the places of a text of {@code --texts} in its file; nothing if it is stored. */
    TextPlaces places(String id) throws IOException {
        return given.isPresent() ? given.get().places(id) : TextPlaces.UNKNOWN;
    }

    @Override
    public void close() throws IOException {
        if (given.isPresent()) {
            given.get().close();
        }
    }

    /**
     * Texts by id, in a scratch file that is unlinked while it is open; only the ids are in memory. Texts are added by
     * one thread before they are read by many.
     */
    private static final class ScratchTexts implements TextSource, Closeable {
        private final TempFile file;
        private final Map<String, Place> places = new HashMap<>();

        /**
         * @param map the bytes of the map after the text; 0 for a text that is its file, and -1 without a map
         * @param pages the bytes of the map of pages after it; 0 without pages
         */
        private record Place(long at, int length, int map, int pages) {}

        public ScratchTexts() throws IOException {
            file = new TempFile(Path.of(System.getProperty("java.io.tmpdir")));
        }

        /**
         * Adds a text.
         *
         * @return false if there is one of this id, which stays
         */
        public boolean add(Document document) throws IOException {
            if (places.containsKey(document.id())) {
                return false;
            }
            byte[] utf8 = document.utf8();
            long at = file.append(ByteBuffer.wrap(utf8));
            byte[] map = document.map().map(TextMap::toBytes).orElse(new byte[0]);
            byte[] pages = document.pages().toBytes();
            if (map.length + pages.length > 0) {
                file.append(ByteBuffer.allocate(map.length + pages.length)
                        .put(map)
                        .put(pages)
                        .flip());
            }
            places.put(
                    document.id(),
                    new Place(at, utf8.length, document.map().isPresent() ? map.length : -1, pages.length));
            return true;
        }

        /** Returns what is known of the places of a text in its file; nothing if there is no such text. */
        public TextPlaces places(String id) throws IOException {
            Place place = places.get(id);
            if (place == null) {
                return TextPlaces.UNKNOWN;
            }
            byte[] map = new byte[Math.max(0, place.map())];
            byte[] pages = new byte[place.pages()];
            file.read(place.at() + place.length(), ByteBuffer.wrap(map));
            file.read(place.at() + place.length() + map.length, ByteBuffer.wrap(pages));
            return new TextPlaces(place.map() < 0 ? Optional.empty() : Optional.of(TextMap.of(map)), PageMap.of(pages));
        }

        public int size() {
            return places.size();
        }

        @Override
        public Optional<byte[]> text(String id) throws IOException {
            Place place = places.get(id);
            if (place == null) {
                return Optional.empty();
            }
            ByteBuffer text = ByteBuffer.allocate(place.length());
            file.read(place.at(), text);
            return Optional.of(text.array());
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}

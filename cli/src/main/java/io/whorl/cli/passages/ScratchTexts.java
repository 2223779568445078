package io.whorl.cli.passages;

import io.whorl.corpus.Document;
import io.whorl.corpus.format.PageMap;
import io.whorl.corpus.format.TextMap;
import io.whorl.query.TextSource;
import io.whorl.store.TempFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Texts by id, in a scratch file that is unlinked while it is open; only the ids are in memory. Texts are added by one
 * thread before they are read by many.
 */
public final class ScratchTexts implements TextSource, Closeable {
    private final TempFile file;
    private final Map<String, Place> places = new HashMap<>();

    /**
     * @param map the bytes of the map after the text; 0 for a text that is its file, and -1 without a map
     * @param pages the bytes of the map of pages after it; 0 without pages
     */
    private record Place(long at, int length, int map, int pages) {}

    /** Opens a scratch file in the directory for temporary files. */
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
                document.id(), new Place(at, utf8.length, document.map().isPresent() ? map.length : -1, pages.length));
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

    /** Returns the number of texts. */
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

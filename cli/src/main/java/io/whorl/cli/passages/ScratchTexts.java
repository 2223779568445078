package io.whorl.cli.passages;

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

    private record Place(long at, int length) {}

    /** Opens a scratch file in the directory for temporary files. */
    public ScratchTexts() throws IOException {
        file = new TempFile(Path.of(System.getProperty("java.io.tmpdir")));
    }

    /**
     * Adds a text.
     *
     * @return false if there is one of this id, which stays
     */
    public boolean add(String id, byte[] utf8) throws IOException {
        if (places.containsKey(id)) {
            return false;
        }
        places.put(id, new Place(file.append(ByteBuffer.wrap(utf8)), utf8.length));
        return true;
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

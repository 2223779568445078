package io.whorl.lab.collection;

import io.whorl.corpus.CorpusReader;
import io.whorl.corpus.Document;
import io.whorl.corpus.ReaderOptions;
import io.whorl.lab.files.LabException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The documents of a collection in their order. They are unpacked once into a temporary file, so that reading them
 * again needs little heap and time. Closing deletes the file. Thread-safe.
 */
public final class Texts implements Documents, Closeable {
    private record Place(long at, int length) {}

    private final Path file;
    private final FileChannel channel;
    private final Map<String, Place> places = new LinkedHashMap<>();
    private final Digest digest = new Digest();
    private String hex = "";

    private Texts() throws IOException {
        file = Files.createTempFile("whorl-lab", ".texts");
        // On systems that can delete open files, the file disappears even if the process is killed.
        channel = FileChannel.open(
                file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
    }

    /**
     * Reads a directory, an archive or any other input of {@link CorpusReader}.
     *
     * @param notes receives a line for each document that is skipped or has the id of an earlier one
     * @throws LabException if the path does not exist, or has no document
     */
    public static Texts read(Path collection, Consumer<String> notes) throws IOException {
        if (!Files.exists(collection)) {
            throw new LabException("collection " + collection + " does not exist; name a directory or an archive");
        }
        Texts texts = new Texts();
        try (CorpusReader reader = CorpusReader.open(
                List.of(collection),
                ReaderOptions.DEFAULT.convert(false),
                skipped -> notes.accept("skipped " + skipped.place() + ": " + skipped.detail()))) {
            for (Optional<Document> next = reader.next(); next.isPresent(); next = reader.next()) {
                if (!texts.add(next.get().id(), next.get().utf8())) {
                    notes.accept("left out " + next.get().place() + ": an earlier document has its id");
                }
            }
            if (texts.size() == 0) {
                throw new LabException("collection " + collection + " has no readable document");
            }
            texts.hex = texts.digest.hex();
            return texts;
        } finally {
            if (texts.hex.isEmpty()) {
                texts.close();
            }
        }
    }

    /** @return whether the id is new; of documents with the same id only the first is kept */
    private boolean add(String id, byte[] utf8) throws IOException {
        if (places.containsKey(id)) {
            return false;
        }
        places.put(id, new Place(channel.position(), utf8.length));
        ByteBuffer rest = ByteBuffer.wrap(utf8);
        while (rest.hasRemaining()) {
            channel.write(rest);
        }
        digest.add(id);
        digest.add(utf8);
        return true;
    }

    public Set<String> ids() {
        return Collections.unmodifiableSet(places.keySet());
    }

    public boolean holds(String id) {
        return places.containsKey(id);
    }

    public int size() {
        return places.size();
    }

    public long bytes() {
        return places.values().stream().mapToLong(Place::length).sum();
    }

    /** Returns a digest of all ids and texts in their order, in hexadecimal digits. */
    public String digest() {
        return hex;
    }

    /** @throws IllegalArgumentException if the collection has no such document */
    public byte[] text(String id) throws IOException {
        Place place = places.get(id);
        if (place == null) {
            throw new IllegalArgumentException(
                    "id is '" + id + "'; it must be one of the collection's " + places.size() + " documents");
        }
        return read(place);
    }

    public String string(String id) throws IOException {
        return new String(text(id), StandardCharsets.UTF_8);
    }

    @Override
    public void forEach(Taker taker) throws IOException {
        some(places.keySet()).forEach(taker);
    }

    public Documents some(Collection<String> ids) {
        return taker -> {
            for (String id : ids) {
                taker.take(id, text(id));
            }
        };
    }

    private byte[] read(Place place) throws IOException {
        ByteBuffer text = ByteBuffer.allocate(place.length());
        while (text.hasRemaining()) {
            if (channel.read(text, place.at() + text.position()) < 0) {
                throw new IOException(file + " ends early: another process has truncated the temporary file");
            }
        }
        return text.array();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    /** A digest of a sequence of parts: 128 bits of SHA-256 over the length and bytes of each part. */
    static final class Digest {
        private static final int BYTES = 16;

        private final MessageDigest digest;

        Digest() {
            try {
                digest = MessageDigest.getInstance("SHA-256");
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every Java platform must have SHA-256", e);
            }
        }

        void add(String part) {
            add(part.getBytes(StandardCharsets.UTF_8));
        }

        void add(byte[] part) {
            digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, part.length));
            digest.update(part);
        }

        String hex() {
            return HexFormat.of().formatHex(digest.digest(), 0, BYTES);
        }
    }
}

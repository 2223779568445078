package io.whorl.query;

import io.whorl.fingerprint.Fingerprint;
import io.whorl.live.LiveDocument;
import io.whorl.live.LiveView;
import io.whorl.log.LoggedDocument;
import io.whorl.scheme.Scheme;
import io.whorl.score.DocumentExtras;
import io.whorl.store.StoredFingerprint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** A simple live view in heap. Its memory counts as released when the view and all its cursors are closed. */
final class HeapView implements LiveView {
    private record Doc(byte[] id, Fingerprint fingerprint, byte[] extra) {}

    private record Posting(int document, int frequency) {}

    private final List<Doc> documents = new ArrayList<>();
    private final Map<Long, List<Posting>> postings = new HashMap<>();
    private final DocumentExtras extras;
    private final boolean keepsFrequencies;
    private boolean closed;
    private int cursors;
    /** Run at each look-up. */
    Runnable onFind = () -> {};

    HeapView(Scheme scheme) {
        extras = DocumentExtras.of(scheme);
        keepsFrequencies = scheme.frequencies();
    }

    void add(byte[] id, Fingerprint f) {
        int document = documents.size();
        int[] frequencies = IntStream.range(0, keepsFrequencies ? f.size() : 0)
                .map(f::frequency)
                .toArray();
        documents.add(new Doc(id, f, extras.of(f.toArray(), frequencies, f.size(), f.words())));
        for (int i = 0; i < f.size(); i++) {
            // The newest document first.
            postings.computeIfAbsent(f.minutia(i), m -> new ArrayList<>())
                    .add(0, new Posting(document, f.frequency(i)));
        }
    }

    @Override
    public int documents() {
        return documents.size();
    }

    /** As of a document that shares no minutia. */
    @Override
    public LiveDocument document(int document) {
        Doc d = documents.get(document);
        long[] minutiae = d.fingerprint().toArray();
        return new LiveDocument(
                document,
                new LoggedDocument(d.id(), d.fingerprint().words(), d.extra(), minutiae, new int[0], minutiae.length),
                StoredFingerprint.NONE,
                Optional.empty());
    }

    @Override
    public int find(byte[] id) {
        for (int d = documents.size() - 1; d >= 0; d--) {
            if (Arrays.equals(id, documents.get(d).id())) {
                return d;
            }
        }
        return -1;
    }

    @Override
    public synchronized Cursor cursor() {
        checkOpen();
        cursors++;
        return new HeapCursor();
    }

    @Override
    public void forEach(PostingSink sink) {
        checkOpen();
        postings.forEach((m, list) -> list.forEach(p -> sink.posting(m, p.document(), p.frequency())));
    }

    private synchronized void checkOpen() {
        if (closed) {
            throw new IllegalStateException("the view is closed");
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
    }

    synchronized boolean isGone() {
        return closed && cursors == 0;
    }

    synchronized int openCursors() {
        return cursors;
    }

    private final class HeapCursor implements Cursor {
        private List<Posting> list = List.of();
        private List<List<Posting>> found = List.of();
        private int at;
        private boolean shut;

        @Override
        public boolean find(long minutia) {
            checkMemory();
            onFind.run();
            list = postings.getOrDefault(minutia, List.of());
            at = -1;
            return !list.isEmpty();
        }

        @Override
        public void findAll(long[] minutiae, int from, int to, int[] links) {
            checkMemory();
            onFind.run();
            found = new ArrayList<>();
            for (int i = from; i < to; i++) {
                links[i - from] = found.size();
                found.add(postings.getOrDefault(minutiae[i], List.of()));
            }
        }

        @Override
        public boolean open(int link) {
            checkMemory();
            list = found.get(link);
            at = -1;
            return !list.isEmpty();
        }

        @Override
        public boolean next() {
            checkMemory();
            return ++at < list.size();
        }

        @Override
        public int document() {
            return list.get(at).document();
        }

        @Override
        public int frequency() {
            return list.get(at).frequency();
        }

        private void checkMemory() {
            if (shut) {
                throw new AssertionError("the cursor is closed");
            }
        }

        @Override
        public void close() {
            synchronized (HeapView.this) {
                cursors -= shut ? 0 : 1;
                shut = true;
            }
        }
    }
}

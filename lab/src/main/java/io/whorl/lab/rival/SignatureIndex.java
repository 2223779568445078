package io.whorl.lab.rival;

import io.whorl.fingerprint.Fingerprint;
import io.whorl.lab.files.Folders;
import io.whorl.lab.index.LabIndex;
import io.whorl.lab.index.Searcher;
import io.whorl.lab.model.Configuration;
import io.whorl.lab.model.IndexSize;
import io.whorl.lab.model.RivalScheme;
import io.whorl.lab.parallel.Parallel;
import io.whorl.query.Matches;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * An index of one signature per document, in memory and in a file.
 *
 * @param <S> the type of a signature
 */
final class SignatureIndex<S> implements LabIndex {
    private static final String FILE = "signatures";

    private record Signed<S>(String id, S signature) {}

    private final Signer<S> signer;
    private final Chunks chunks;
    private final Candidates<S> candidates;
    private final Path at;
    private final List<Signed<S>> signed;
    private final IndexSize size;
    private final double seconds;

    private SignatureIndex(
            Signer<S> signer,
            Chunks chunks,
            Candidates<S> candidates,
            Path at,
            List<Signed<S>> signed,
            IndexSize size,
            double seconds) {
        this.signer = signer;
        this.chunks = chunks;
        this.candidates = candidates;
        this.at = at;
        this.signed = signed;
        this.size = size;
        this.seconds = seconds;
    }

    /** @param at an empty folder */
    static <S> SignatureIndex<S> build(
            Signer<S> signer, Candidates<S> candidates, RivalScheme scheme, Documents documents, int threads, Path at)
            throws IOException {
        Chunks chunks = new Chunks(scheme);
        SortedMap<Integer, Signed<S>> byNumber = new TreeMap<>();
        LongAdder bytes = new LongAdder();
        LongAdder words = new LongAdder();
        long start = System.nanoTime();
        LongAdder count = new LongAdder();
        Parallel.forEach(documents::forEachNumbered, threads, text -> {
            Fingerprint own = chunks.of(text.utf8());
            count.increment();
            bytes.add(text.utf8().length);
            words.add(own.words());
            // A document without chunks has no signature and is never found.
            if (own.size() > 0) {
                Signed<S> one = new Signed<>(text.id(), signer.sign(own.toArray()));
                synchronized (byNumber) {
                    byNumber.put(text.number(), one);
                }
            }
        });
        List<Signed<S>> signed = new ArrayList<>(byNumber.values());
        candidates.hold(signed.stream().map(Signed::signature).toList());
        try (SignatureFile file = new SignatureFile(at.resolve(FILE))) {
            for (Signed<S> one : signed) {
                file.add(one.id(), signer.bytes(one.signature()));
            }
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        IndexSize size = new IndexSize(
                count.sum(),
                bytes.sum(),
                words.sum(),
                0,
                0,
                (long) signer.components() * signed.size(),
                Folders.bytes(at));
        return new SignatureIndex<>(signer, chunks, candidates, at, signed, size, seconds);
    }

    @Override
    public Searcher searcher(Configuration configuration) {
        return this::search;
    }

    private Matches search(byte[] utf8, int top) {
        TopDocuments best = new TopDocuments(top);
        long[] own = chunks.of(utf8).toArray();
        if (own.length > 0) {
            S query = signer.sign(own);
            for (int position : candidates.of(query)) {
                Signed<S> one = signed.get(position);
                best.offer(one.id(), signer.similarity(query, one.signature()));
            }
        }
        return best.matches(signer.components());
    }

    @Override
    public IndexSize size() {
        return size;
    }

    @Override
    public double seconds() {
        return seconds;
    }

    @Override
    public void close() {
        Folders.delete(at);
    }
}

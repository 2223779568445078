package io.whorl.cli.passages;

import io.whorl.align.Aligner;
import io.whorl.align.PreparedText;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Texts prepared for alignment. Each is aligned with many others, so those that were used last are kept, up to a share
 * of the heap. Thread-safe.
 */
final class PreparedTexts {
    /** The heap that a prepared text takes for each byte of text: 8 were measured on English essays. */
    private static final long HEAP_PER_BYTE = 10;
    /** Prepared texts may take a quarter of the heap. */
    private static final int PER_HEAP = 4;

    private final Aligner aligner;
    private final long mostBytes;
    private final Map<Key, PreparedText> texts = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    /** Texts are told apart by their arrays, which are not copied. */
    private record Key(byte[] utf8) {}

    PreparedTexts(Aligner aligner) {
        this(aligner, Runtime.getRuntime().maxMemory() / PER_HEAP / HEAP_PER_BYTE);
    }

    /** @param mostBytes bytes of the texts that are kept, at most */
    PreparedTexts(Aligner aligner, long mostBytes) {
        this.aligner = aligner;
        this.mostBytes = mostBytes;
    }

    /** Returns a text prepared. The array must not be changed. */
    PreparedText of(byte[] utf8) {
        Key key = new Key(utf8);
        synchronized (texts) {
            PreparedText kept = texts.get(key);
            if (kept != null) {
                return kept;
            }
        }
        // Two threads may prepare the same text; both results are the same.
        PreparedText prepared = aligner.prepare(utf8);
        synchronized (texts) {
            if (utf8.length <= mostBytes && texts.put(key, prepared) == null) {
                bytes += utf8.length;
                Iterator<Key> oldest = texts.keySet().iterator();
                while (bytes > mostBytes) {
                    bytes -= oldest.next().utf8.length;
                    oldest.remove();
                }
            }
        }
        return prepared;
    }
}

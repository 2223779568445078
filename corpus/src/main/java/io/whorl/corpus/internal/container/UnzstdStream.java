package io.whorl.corpus.internal.container;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/**
 * Decompresses all concatenated zstd frames (RFC 8878). The library's own stream takes a truncation in any frame except
 * the first for the end of the data.
 */
final class UnzstdStream extends BlockInputStream {
    private static final int BUFFER = 1 << 17;

    /**
     * The bytes decoded per call. The native decoder loses what it decoded in the call that fails, so a document before
     * the damage is lost only if it ends less than this before it.
     */
    private static final int MAX_READ = 1 << 12;

    private final ZstdDecompressCtx context = new ZstdDecompressCtx();
    private final byte[] heap = new byte[BUFFER];
    private final ByteBuffer source = ByteBuffer.allocateDirect(BUFFER).limit(0);
    private final ByteBuffer target = ByteBuffer.allocateDirect(MAX_READ);
    private boolean inFrame;
    private IOException damage;

    UnzstdStream(InputStream in) {
        super(in);
    }

    @Override
    public int read(byte[] b, int off, int len) throws IOException {
        if (len == 0) {
            return 0;
        }
        while (true) {
            target.clear().limit(Math.min(len, MAX_READ));
            boolean progress = decompress();
            int n = target.flip().remaining();
            if (n > 0) {
                target.get(b, off, n);
                return n;
            }
            if (!source.hasRemaining()) {
                if (!refill()) {
                    return -1;
                }
            } else if (!progress) {
                throw new IOException("damaged zstd data: the decoder makes no progress");
            }
        }
    }

    /** Returns true if bytes were consumed or produced. */
    private boolean decompress() throws IOException {
        if (damage != null) {
            throw damage;
        }
        int before = source.position();
        try {
            boolean frameEnds = context.decompressDirectByteBufferStream(target, source);
            boolean progress = source.position() > before || target.position() > 0;
            if (progress) {
                inFrame = !frameEnds;
            }
            return progress;
        } catch (ZstdException e) {
            damage = new IOException("damaged zstd data: " + e.getMessage(), e);
            throw damage;
        }
    }

    private boolean refill() throws IOException {
        int n = in.read(heap, 0, BUFFER);
        if (n < 0 && inFrame) {
            throw new EOFException("the zstd data are truncated");
        }
        source.clear().put(heap, 0, Math.max(0, n)).flip();
        return n >= 0;
    }

    @Override
    public void close() throws IOException {
        context.close();
        super.close();
    }
}

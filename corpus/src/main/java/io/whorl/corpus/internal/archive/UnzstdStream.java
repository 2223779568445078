package io.whorl.corpus.internal.archive;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import io.whorl.corpus.internal.io.BlockInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/**
 * Decompresses zstd (RFC 8878), all frames to the end. In place of the library's own stream because that one takes a
 * truncation in any frame but the first for the end of the data.
 */
final class UnzstdStream extends BlockInputStream {
    private static final int BUFFER = 1 << 17;

    /**
     * The native decoder does not tell how much it decoded in a call that meets an error. Short calls keep that small:
     * a document is lost to the damage behind it only if less than this lies between.
     */
    private static final int CALL = 1 << 12;

    private final InputStream in;
    private final ZstdDecompressCtx context = new ZstdDecompressCtx();
    private final byte[] heap = new byte[BUFFER];
    private final ByteBuffer source = ByteBuffer.allocateDirect(BUFFER).limit(0);
    private final ByteBuffer target = ByteBuffer.allocateDirect(CALL);
    private boolean inFrame;
    private IOException damage;

    UnzstdStream(InputStream in) {
        this.in = in;
    }

    @Override
    public int read(byte[] b, int off, int len) throws IOException {
        if (len == 0) {
            return 0;
        }
        while (true) {
            target.clear().limit(Math.min(len, CALL));
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

    /** Whether anything was consumed or produced. */
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
            throw new EOFException("the zstd data break off");
        }
        source.clear().put(heap, 0, Math.max(0, n)).flip();
        return n >= 0;
    }

    @Override
    public void close() throws IOException {
        context.close();
        in.close();
    }
}

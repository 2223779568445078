package io.whorl.corpus.internal.archive;

import io.whorl.corpus.internal.io.BlockInputStream;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;

/**
 * Decompresses all concatenated bzip2 streams. The library loses the bytes that it decoded in the call that fails; this
 * class delivers them, and throws the error at the next read.
 */
final class Bunzip2Stream extends BlockInputStream {
    private static final int BUFFER = 1 << 16;

    private final BZip2CompressorInputStream in;
    private IOException damage;

    Bunzip2Stream(InputStream in) throws IOException {
        this.in = new BZip2CompressorInputStream(new BufferedInputStream(in, BUFFER), true);
    }

    @Override
    public int read(byte[] b, int off, int len) throws IOException {
        if (damage != null) {
            throw damage;
        }
        int n = 0;
        try {
            // Reading single bytes costs little compared with bzip2 itself.
            for (int c = 0; n < len && (c = in.read()) >= 0; n++) {
                b[off + n] = (byte) c;
            }
            return n > 0 || len == 0 ? n : -1;
        } catch (IOException e) {
            damage = e;
        } catch (RuntimeException e) {
            damage = new IOException("damaged bzip2 data: " + e, e);
        }
        if (n == 0) {
            throw damage;
        }
        return n;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}

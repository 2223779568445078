package io.whorl.lab.rival;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;

/** A plain file of ids and signatures. Closing it forces it to disk. */
final class SignatureFile implements Closeable {
    private final FileOutputStream file;
    private final DataOutputStream out;

    SignatureFile(Path at) throws IOException {
        file = new FileOutputStream(at.toFile());
        out = new DataOutputStream(new BufferedOutputStream(file, 1 << 16));
    }

    void add(String id, byte[] signature) throws IOException {
        out.writeUTF(id);
        out.write(signature);
    }

    @Override
    public void close() throws IOException {
        try (out) {
            out.flush();
            file.getFD().sync();
        }
    }
}

package io.whorl.runs;

import io.whorl.minutiae.DocumentMinutiae.RunScratch;
import io.whorl.store.ScratchSpace;
import io.whorl.store.TempFile;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The scratch file of one large document. */
record DocumentScratch(TempFile file) implements RunScratch {
    static RunScratch in(ScratchSpace space) throws IOException {
        return new DocumentScratch(new TempFile(space));
    }

    @Override
    public long append(ByteBuffer bytes) throws IOException {
        return file.append(bytes);
    }

    @Override
    public void read(long at, ByteBuffer bytes) throws IOException {
        file.read(at, bytes);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}

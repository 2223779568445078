package io.whorl.corpus;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Optional;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarConstants;

/** The regular members of a tar stream, and of those concatenated to it. */
final class TarReader implements SourceReader {
    private static final int BUFFER = 1 << 16;

    private final String source;
    private final Reading reading;
    private final BufferedInputStream in;
    private final BoundedBytes bytes;
    private TarStream tar;

    TarReader(String source, InputStream in, Reading reading) {
        this.source = source;
        this.reading = reading;
        this.in = new BufferedInputStream(in, BUFFER);
        bytes = new BoundedBytes(reading.options().maxDocument());
        tar = new TarStream(this.in);
    }

    @Override
    public Optional<Document> next() throws IOException {
        while (true) {
            TarArchiveEntry entry = tar.getNextEntry();
            if (entry == null) {
                if (!nextArchive()) {
                    return Optional.empty();
                }
            } else if (isRegular(entry)) {
                String id = Names.member(entry.getName());
                Optional<Document> document = reading.document(id, body(), Reading.place(source, id));
                if (document.isPresent()) {
                    return document;
                }
            }
        }
    }

    private Optional<byte[]> body() throws IOException {
        try {
            return bytes.read(tar);
        } catch (RuntimeException e) {
            throw new IOException("a tar member cannot be read: " + e, e);
        }
    }

    private static boolean isRegular(TarArchiveEntry entry) {
        byte type = entry.getLinkFlag();
        return !entry.isDirectory()
                && (type == TarConstants.LF_NORMAL
                        || type == TarConstants.LF_OLDNORM
                        || type == TarConstants.LF_CONTIG
                        || entry.isSparse());
    }

    /** Goes behind the end mark: to the next archive, or to the end of the stream, which checks a gzip's checksum. */
    private boolean nextArchive() throws IOException {
        if (!tar.sawEndMark()) {
            throw new EOFException("the tar archive breaks off: its end mark is missing");
        }
        byte[] record = new byte[TarStream.RECORD];
        byte[] zeros = new byte[TarStream.RECORD];
        while (true) {
            in.mark(TarStream.RECORD);
            int n = in.readNBytes(record, 0, TarStream.RECORD);
            if (n == 0) {
                return false;
            }
            if (!Arrays.equals(record, 0, n, zeros, 0, n)) {
                in.reset();
                tar = new TarStream(in);
                return true;
            }
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}

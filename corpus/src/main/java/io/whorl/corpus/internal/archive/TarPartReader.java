package io.whorl.corpus.internal.archive;

import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.PartReader;
import io.whorl.corpus.format.ReadContext;
import io.whorl.corpus.format.Skipped;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Optional;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarConstants;

/** The regular members of a tar stream, and of those concatenated to it. */
final class TarPartReader implements PartReader {
    private static final int BUFFER = 1 << 16;

    /** Links, devices, directories, pipes, lists of names, labels: nothing in them is a document. */
    private static final String NO_DOCUMENTS = "123456DVNX";

    private final Part whole;
    private final ReadContext reading;
    private final BufferedInputStream in;
    private TarStream tar;

    TarPartReader(Part whole, ReadContext reading) {
        this.whole = whole;
        this.reading = reading;
        in = new BufferedInputStream(whole.body(), BUFFER);
        tar = new TarStream(in);
    }

    @Override
    public Optional<Part> next() throws IOException {
        while (true) {
            TarArchiveEntry entry = tar.getNextEntry();
            if (entry == null) {
                if (!nextArchive()) {
                    return Optional.empty();
                }
            } else if (isRegular(entry)) {
                return Optional.of(MemberNames.member(whole, entry.getName(), new Body(tar)));
            } else if (!entry.isDirectory() && NO_DOCUMENTS.indexOf(entry.getLinkFlag()) < 0) {
                reading.skip(
                        MemberNames.place(whole, MemberNames.name(entry.getName())),
                        Skipped.Reason.INVALID,
                        "a tar member of type '" + (char) (entry.getLinkFlag() & 0xff) + "', which is not known");
            }
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

    /** A member's bytes: the library throws what it likes where sparse maps contradict themselves. */
    private static final class Body extends FilterInputStream {
        Body(InputStream tar) {
            super(tar);
        }

        @Override
        public int read(byte[] b, int off, int len) throws IOException {
            try {
                return in.read(b, off, len);
            } catch (RuntimeException e) {
                throw new IOException("a tar member cannot be read: " + e, e);
            }
        }

        @Override
        public void close() {}
    }
}

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

/** Reads the regular members of concatenated tar archives. */
final class TarPartReader implements PartReader {
    private static final int BUFFER = 1 << 16;

    /** Types of members that are not documents: links, devices, directories, pipes, name lists and labels. */
    private static final String NOT_DOCUMENTS = "123456DVNX";

    private final Part whole;
    private final ReadContext context;
    private final BufferedInputStream in;
    private TarStream tar;

    TarPartReader(Part whole, ReadContext context) {
        this.whole = whole;
        this.context = context;
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
                return Optional.of(MemberNames.member(
                        whole, tar.name(entry), new Body(tar), entry.getLastModifiedTime(), context));
            } else if (!entry.isDirectory() && NOT_DOCUMENTS.indexOf(entry.getLinkFlag()) < 0) {
                context.skip(
                        MemberNames.place(whole, tar.name(entry)),
                        Skipped.Reason.INVALID,
                        "a tar member of type '" + (char) (entry.getLinkFlag() & 0xff) + "', which is unknown");
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

    /** Advances to the next archive, or to the end of the stream, where a gzip checksum is verified. */
    private boolean nextArchive() throws IOException {
        if (!tar.sawEndMark()) {
            throw new EOFException("the tar archive is truncated: its end mark is missing");
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

    /** The bytes of a member. The library throws runtime exceptions for contradictory sparse maps. */
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

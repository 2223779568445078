package io.whorl.cli.dedup;

import io.whorl.cli.console.FailedException;
import io.whorl.corpus.RecordFiles;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file that is written in pieces. After each piece the bytes are durable, and a later run can continue there. If the
 * file is compressed, each piece is a gzip member or zstd frame of its own, so the bytes do not depend on
 * interruptions.
 */
final class CopyFile implements Closeable {
    private static final int BUFFER = 1 << 16;

    private final String compression;
    private final FileChannel channel;
    private final OutputStream bytes;
    private final long piece;
    private OutputStream member = OutputStream.nullOutputStream();
    private boolean inMember;
    private boolean empty;
    private long written;

    /**
     * @param compression what {@link RecordFiles#compressing} writes
     * @param piece the size of a piece, before compression
     * @param from the number of bytes of the file that are kept
     */
    CopyFile(Path path, String compression, long piece, long from) throws IOException {
        this.compression = compression;
        this.piece = piece;
        empty = from == 0;
        channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (channel.size() < from) {
                throw new FailedException(path + " is shorter than it was; start from the beginning, without --resume");
            }
            channel.truncate(from).position(from);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        bytes = new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER);
    }

    /** True if the piece is as large as a piece may be. */
    boolean isPieceFull() {
        return written >= piece;
    }

    /** True if nothing was written. */
    boolean isEmpty() {
        return empty;
    }

    void write(byte[] from, int at, int length) throws IOException {
        if (!inMember) {
            begin();
        }
        member.write(from, at, length);
        written += length;
        empty &= length == 0;
    }

    private void begin() throws IOException {
        OutputStream open = new FilterOutputStream(bytes) {
            @Override
            public void write(byte[] b, int off, int len) throws IOException {
                out.write(b, off, len);
            }

            @Override
            public void close() {
                // Other members follow.
            }
        };
        member = RecordFiles.compressing(compression, open).orElseThrow();
        inMember = true;
    }

    /** Ends the gzip member or zstd frame. */
    void endMember() throws IOException {
        if (inMember) {
            inMember = false;
            member.close();
        }
    }

    /** Copies compressed members of another file. */
    void copyMembers(FileChannel file, long position, long length) throws IOException {
        endMember();
        bytes.flush();
        for (long done = 0; done < length; ) {
            long n = file.transferTo(position + done, length - done, channel);
            if (n <= 0) {
                throw new IOException("a source has become shorter while it was copied");
            }
            done += n;
        }
        written += length;
        empty &= length == 0;
    }

    /** Ends the piece and makes it durable. Returns the size of the file. */
    long endPiece() throws IOException {
        endMember();
        bytes.flush();
        channel.force(true);
        written = 0;
        return channel.position();
    }

    /** Completes the file: a compressed file has a member, even if nothing was written. */
    void finish() throws IOException {
        endMember();
        bytes.flush();
        if (channel.position() == 0 && !compression.isEmpty()) {
            begin();
        }
        endPiece();
    }

    /** Closes the file; what was written after the last piece may be incomplete. */
    @Override
    public void close() throws IOException {
        channel.close();
    }
}

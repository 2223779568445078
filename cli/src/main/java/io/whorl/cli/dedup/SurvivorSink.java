package io.whorl.cli.dedup;

import io.whorl.corpus.RecordSink;
import java.io.IOException;
import java.nio.channels.FileChannel;

/** Writes the surviving records of one file to an output, in pieces. */
final class SurvivorSink implements RecordSink {
    /** Records a finished piece. */
    interface Pieces {
        /** @param record the first record after the piece */
        void end(long record) throws IOException;
    }

    private final DropCursor drops;
    private final int file;
    private final CopyFile out;
    private final LineEnds ends;
    private final RecordKind kind;
    private final boolean gzip;
    private final long from;
    private final Pieces pieces;
    /** True once the records are reached that are not copied yet. */
    private boolean reached;

    /**
     * @param ends counts the line ends after the last record
     * @param gzip whether the output is compressed as gzip
     * @param from the first record that is not copied yet; 0 for the beginning of the file
     */
    SurvivorSink(
            DropCursor drops,
            int file,
            CopyFile out,
            LineEnds ends,
            RecordKind kind,
            boolean gzip,
            long from,
            Pieces pieces) {
        this.drops = drops;
        this.file = file;
        this.out = out;
        this.ends = ends;
        this.kind = kind;
        this.gzip = gzip;
        this.from = from;
        this.pieces = pieces;
        reached = from == 0;
    }

    @Override
    public boolean takes(long record) throws IOException {
        if (record < from) {
            return false;
        }
        reached = true;
        if (out.isPieceFull()) {
            pieces.end(record);
        }
        boolean kept = !drops.isDropped(file, record);
        if (kept && kind.hasMembers()) {
            out.endMember();
        }
        return kept;
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        if (reached) {
            out.write(bytes, from, length);
            ends.add(bytes, from, length);
        }
    }

    @Override
    public boolean writeMembers(FileChannel source, long position, long length) throws IOException {
        if (!gzip) {
            return false;
        }
        out.copyMembers(source, position, length);
        ends.complete();
        return true;
    }
}

package io.whorl.corpus.internal.archive;

import io.whorl.corpus.format.ContainerFormat;
import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.PartReader;
import io.whorl.corpus.format.ReadContext;
import java.util.Arrays;

/** Tar, detected by the checksum of its first header. */
final class TarFormat implements ContainerFormat {
    private static final byte[] ZEROS = new byte[TarStream.RECORD];

    @Override
    public String name() {
        return "tar";
    }

    /** An empty archive consists of zeros, like some other files, so its name must agree. */
    @Override
    public boolean recognises(Head head) {
        if (head.first().length < TarStream.RECORD) {
            return false;
        }
        byte[] header = Arrays.copyOf(head.first(), TarStream.RECORD);
        return Arrays.equals(header, ZEROS) ? head.isNamed(".tar") : TarStream.isHeader(header);
    }

    @Override
    public PartReader open(Part whole, ReadContext context) {
        return new TarPartReader(whole, context);
    }
}

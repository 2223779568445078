package io.whorl.corpus.internal.archive;

import io.whorl.corpus.format.ContainerFormat;
import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.PartReader;
import io.whorl.corpus.format.ReadContext;
import java.io.IOException;
import java.util.List;

/** Files that are archives or compressed by name, but not by content: not texts either, so they count as damaged. */
final class NamedArchive implements ContainerFormat {
    private final List<CompressionFormat> compressions;
    private final ZipFormat zip;

    NamedArchive(List<CompressionFormat> compressions, ZipFormat zip) {
        this.compressions = compressions;
        this.zip = zip;
    }

    @Override
    public String name() {
        return "named-archive";
    }

    @Override
    public boolean recognises(Head head) {
        return head.isNamed(".tar") || head.isNamed(".zip") || isCompressed(head);
    }

    private boolean isCompressed(Head head) {
        return compressions.stream().anyMatch(compression -> compression.isClaimedBy(head));
    }

    @Override
    public PartReader open(Part whole, ReadContext context) throws IOException {
        if (whole.name().regionMatches(true, Math.max(0, whole.name().length() - 4), ".zip", 0, 4)) {
            // A self-extracting program may precede the archive.
            return zip.open(whole, context);
        }
        throw new IOException("its name says that it is an archive or compressed, but its content does not");
    }
}

package io.whorl.corpus.internal.archive;

import io.whorl.corpus.format.ContainerFormat;
import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.PartReader;
import io.whorl.corpus.format.ReadContext;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.util.Optional;

/** Zip: files are read by their directory; streams and truncated files by the header of each member. */
final class ZipFormat implements ContainerFormat {
    private static final int[][] MAGIC = {{'P', 'K', 3, 4}, {'P', 'K', 5, 6}, {'P', 'K', 7, 8}};

    @Override
    public String name() {
        return "zip";
    }

    @Override
    public boolean recognises(Head head) {
        return head.startsWith(MAGIC[0]) || head.startsWith(MAGIC[1]) || head.startsWith(MAGIC[2]);
    }

    @Override
    public PartReader open(Part whole, ReadContext context) throws IOException {
        if (whole.file().filter(Files::isRegularFile).isEmpty()) {
            return new ZipStreamPartReader(whole, Optional.empty(), context);
        }
        try {
            return new ZipFilePartReader(whole, whole.file().get(), context);
        } catch (ClosedByInterruptException e) {
            throw e;
        } catch (IOException e) {
            return new ZipStreamPartReader(whole, Optional.of(e), context);
        }
    }
}

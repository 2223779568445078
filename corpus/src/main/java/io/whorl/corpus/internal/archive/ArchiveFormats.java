package io.whorl.corpus.internal.archive;

import io.whorl.corpus.format.ContainerFormat;
import io.whorl.corpus.format.FormatProvider;
import io.whorl.corpus.format.Head;
import java.util.List;
import java.util.Map;
import org.tukaani.xz.XZInputStream;

/** Archives and compressions: tar, zip, gzip, bzip2, xz, zstd. Told by their first bytes, whatever their names. */
public final class ArchiveFormats implements FormatProvider {
    /** For xz's dictionary; what xz itself makes at its highest setting needs half. zstd has this limit of itself. */
    private static final int MOST_WINDOW_KIB = 130 << 10;

    private static final CompressionFormat GZIP = new CompressionFormat(
            "gzip", head -> head.startsWith(0x1f, 0x8b), Map.of(".gz", "", ".tgz", ".tar"), GunzipStream::new);
    private static final CompressionFormat BZIP2 = new CompressionFormat(
            "bzip2", ArchiveFormats::isBzip2, Map.of(".bz2", "", ".tbz2", ".tar", ".tbz", ".tar"), Bunzip2Stream::new);
    private static final CompressionFormat XZ = new CompressionFormat(
            "xz",
            head -> head.startsWith(0xfd, '7', 'z', 'X', 'Z', 0),
            Map.of(".xz", "", ".txz", ".tar"),
            in -> new ShortReadStream(new XZInputStream(in, MOST_WINDOW_KIB)));
    private static final CompressionFormat ZSTD = new CompressionFormat(
            "zstd",
            head -> head.startsWith(0x28, 0xb5, 0x2f, 0xfd),
            Map.of(".zst", "", ".zstd", "", ".tzst", ".tar"),
            UnzstdStream::new);

    private static final ZipFormat ZIP = new ZipFormat();
    private static final List<CompressionFormat> COMPRESSIONS = List.of(GZIP, BZIP2, XZ, ZSTD);

    /**
     * Three letters are no proof, for a text may begin with them; behind a digit the first block begins, or the end.
     */
    private static boolean isBzip2(Head head) {
        byte[] first = head.first();
        return first.length > 3
                && first[3] >= '1'
                && first[3] <= '9'
                && (head.startsWith('B', 'Z', 'h', first[3], 0x31, 0x41)
                        || head.startsWith('B', 'Z', 'h', first[3], 0x17, 0x72));
    }

    @Override
    public List<ContainerFormat> containers() {
        return List.of(GZIP, BZIP2, XZ, ZSTD, ZIP, new TarFormat());
    }

    /**
     * Takes, and reports as damaged, what is an archive by its name alone. Asked after all other formats: a name that
     * is wrong does no harm where the bytes tell.
     */
    public static ContainerFormat promised() {
        return new NamedArchive(COMPRESSIONS, ZIP);
    }
}

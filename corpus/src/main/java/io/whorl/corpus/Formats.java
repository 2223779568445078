package io.whorl.corpus;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.ZipException;

/** Finds out what a file is: its bytes decide, its name only where they cannot. */
final class Formats {
    private static final int[] GZIP = {0x1f, 0x8b};
    private static final int[] ZSTD = {0x28, 0xb5, 0x2f, 0xfd};
    private static final int[][] ZIP = {{'P', 'K', 3, 4}, {'P', 'K', 5, 6}, {'P', 'K', 7, 8}};
    private static final int[] BYTE_ORDER_MARK = {0xef, 0xbb, 0xbf};

    private Formats() {}

    static SourceReader open(Path file, Reading reading) throws IOException {
        InputStream raw = CountingStream.open(file, reading.bytesRead());
        try {
            return open(file, new PeekStream(raw), reading);
        } catch (IOException | RuntimeException e) {
            raw.close();
            throw e;
        }
    }

    private static SourceReader open(Path file, PeekStream raw, Reading reading) throws IOException {
        String source = file.toString();
        String name = Names.file(file);
        if (starts(raw.head(), GZIP)) {
            String inner = strip(name, ".gz");
            return content(source, inner, strip(inner, ".tgz", ".tar"), new PeekStream(new GunzipStream(raw)), reading);
        }
        if (starts(raw.head(), ZSTD)) {
            String inner = strip(name, ".zst");
            return content(source, inner, inner, new PeekStream(new UnzstdStream(raw)), reading);
        }
        if (Arrays.stream(ZIP).anyMatch(magic -> starts(raw.head(), magic))) {
            return zip(file, raw, reading);
        }
        String inner = strip(strip(name, ".gz"), ".zst");
        if (isTar(raw.head(), name) || isJsonLines(inner) && startsObject(raw.head())) {
            return content(source, name, inner, raw, reading);
        }
        if (ends(name, ".zip")) {
            // A program that unpacks itself may stand before the archive.
            return zip(file, raw, reading);
        }
        if (ends(name, ".gz") || ends(name, ".tgz") || ends(name, ".zst")) {
            raw.throwIfFailed();
            throw new ZipException("by its name it is compressed, by its bytes it is not");
        }
        return content(source, name, name, raw, reading);
    }

    private static SourceReader content(String source, String id, String name, PeekStream in, Reading reading)
            throws IOException {
        try {
            return reader(source, id, name, in, reading);
        } catch (IOException | RuntimeException e) {
            // A decompressor holds memory outside the heap.
            in.close();
            throw e;
        }
    }

    private static SourceReader reader(String source, String id, String name, PeekStream in, Reading reading)
            throws IOException {
        if (isTar(in.head(), name)) {
            return new TarReader(source, in, reading);
        }
        if (isJsonLines(name)) {
            in.skipHead(starts(in.head(), BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0);
            return new JsonLinesReader(source, in, reading);
        }
        if (ends(name, ".tar")) {
            in.throwIfFailed();
            throw new IOException("by its name it is a tar archive, by its first bytes it is not");
        }
        return new SingleFileReader(source, id, in, reading);
    }

    private static SourceReader zip(Path file, PeekStream raw, Reading reading) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new UnreadableException(new IOException("a zip archive must be a file; its directory is at its end"));
        }
        try {
            ZipReader reader = new ZipReader(file.toString(), file, reading);
            reading.bytesRead().addAndGet(-raw.head().length);
            raw.close();
            return reader;
        } catch (ClosedByInterruptException e) {
            throw e;
        } catch (IOException e) {
            return new ZipSalvageReader(file.toString(), raw, "no zip directory: " + e.getMessage(), reading);
        }
    }

    /** An empty archive is nothing but zeros, as other files may be. */
    private static boolean isTar(byte[] head, String name) {
        return head.length == TarStream.RECORD
                && (TarStream.isHeader(head)
                        || ends(name, ".tar") && Arrays.equals(head, new byte[TarStream.RECORD]));
    }

    private static boolean isJsonLines(String name) {
        return ends(name, ".jsonl") || ends(name, ".ndjson");
    }

    private static boolean startsObject(byte[] head) {
        return new String(head, StandardCharsets.UTF_8).strip().startsWith("{");
    }

    private static boolean starts(byte[] head, int[] magic) {
        boolean same = head.length >= magic.length;
        for (int i = 0; same && i < magic.length; i++) {
            same = (head[i] & 0xff) == magic[i];
        }
        return same;
    }

    private static boolean ends(String name, String suffix) {
        return name.toLowerCase(Locale.ROOT).endsWith(suffix);
    }

    private static String strip(String name, String suffix) {
        return strip(name, suffix, "");
    }

    private static String strip(String name, String suffix, String instead) {
        return ends(name, suffix) ? name.substring(0, name.length() - suffix.length()) + instead : name;
    }
}

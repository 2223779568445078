package io.whorl.corpus;

import io.whorl.corpus.format.Skipped;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.ZipException;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;

/** The members of a zip file, by its directory. Each is checked and lost for itself. */
final class ZipReader implements SourceReader {
    private final String source;
    private final Reading reading;
    private final ZipFile zip;
    private final Enumeration<ZipArchiveEntry> entries;
    private final BoundedBytes bytes;

    /** @throws IOException if the directory at the file's end cannot be read */
    ZipReader(String source, Path file, Reading reading) throws IOException {
        this.source = source;
        this.reading = reading;
        try {
            zip = ZipFile.builder().setPath(file).setCharset(StandardCharsets.UTF_8).get();
        } catch (RuntimeException e) {
            throw new ZipException("the zip directory cannot be read: " + e);
        }
        // As they lie in the file: the disk is read forwards, and a truncated file gives a prefix.
        entries = zip.getEntriesInPhysicalOrder();
        bytes = new BoundedBytes(reading.options().maxDocument());
    }

    @Override
    public Optional<Document> next() throws IOException {
        while (entries.hasMoreElements()) {
            ZipArchiveEntry entry = entries.nextElement();
            if (!entry.isDirectory() && !entry.isUnixSymlink()) {
                Optional<Document> document = document(entry);
                if (document.isPresent()) {
                    return document;
                }
            }
        }
        return Optional.empty();
    }

    private Optional<Document> document(ZipArchiveEntry entry) throws IOException {
        String id = Names.member(entry.getName());
        String place = Reading.place(source, id);
        if (!zip.canReadEntryData(entry)) {
            reading.skip(place, Skipped.Reason.INVALID, "encrypted, or compressed by a method that is not supported");
            return Optional.empty();
        }
        Optional<byte[]> utf8;
        try {
            utf8 = body(entry);
        } catch (ClosedByInterruptException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            reading.skip(place, Skipped.Reason.DAMAGED, String.valueOf(e.getMessage()));
            return Optional.empty();
        } finally {
            reading.bytesRead().addAndGet(Math.max(0, entry.getCompressedSize()));
        }
        return reading.document(id, utf8, place);
    }

    private Optional<byte[]> body(ZipArchiveEntry entry) throws IOException {
        if (entry.getSize() > reading.options().maxDocument()) {
            return Optional.empty();
        }
        try (InputStream in = zip.getInputStream(entry)) {
            Optional<byte[]> utf8 = bytes.read(in);
            if (utf8.isPresent()) {
                checkSum(utf8.get(), entry);
            }
            return utf8;
        }
    }

    /** The library leaves this to its callers. */
    static void checkSum(byte[] bytes, ZipArchiveEntry entry) throws ZipException {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        if (entry.getCrc() >= 0 && entry.getCrc() != crc.getValue()) {
            throw new ZipException("the checksum of a zip member does not match");
        }
    }

    @Override
    public void close() throws IOException {
        zip.close();
    }
}

package io.whorl.corpus;

import io.whorl.corpus.format.Skipped;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.zip.ZipException;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveInputStream;

/**
 * The members of a zip file without a readable directory, as in one cut off, by the headers before each: up to the
 * damage. Those headers do not tell links from files.
 */
final class ZipSalvageReader implements SourceReader {
    private static final int BUFFER = 1 << 16;

    private final String source;
    private final Reading reading;
    private final ZipArchiveInputStream zip;
    private final String damage;
    private final BoundedBytes bytes;

    /** @param damage why there is no directory; thrown at the end */
    ZipSalvageReader(String source, InputStream in, String damage, Reading reading) {
        this.source = source;
        this.reading = reading;
        this.damage = damage;
        zip = new ZipArchiveInputStream(new BufferedInputStream(in, BUFFER), "UTF-8", true, false, true);
        bytes = new BoundedBytes(reading.options().maxDocument());
    }

    @Override
    public Optional<Document> next() throws IOException {
        for (ZipArchiveEntry entry = entry(); entry != null; entry = entry()) {
            if (entry.isDirectory()) {
                continue;
            }
            String id = Names.member(entry.getName());
            String place = Reading.place(source, id);
            if (!zip.canReadEntryData(entry)) {
                reading.skip(place, Skipped.Reason.INVALID, "cannot be read without the zip directory");
                continue;
            }
            Optional<Document> document = reading.document(id, body(entry), place);
            if (document.isPresent()) {
                return document;
            }
        }
        throw new ZipException(damage);
    }

    private ZipArchiveEntry entry() throws IOException {
        try {
            return zip.getNextEntry();
        } catch (RuntimeException e) {
            throw new ZipException("a zip header cannot be read: " + e);
        }
    }

    private Optional<byte[]> body(ZipArchiveEntry entry) throws IOException {
        try {
            Optional<byte[]> utf8 = bytes.read(zip);
            if (utf8.isPresent()) {
                ZipReader.checkSum(utf8.get(), entry);
            }
            return utf8;
        } catch (RuntimeException e) {
            throw new ZipException("a zip member cannot be read: " + e);
        }
    }

    @Override
    public void close() throws IOException {
        zip.close();
    }
}

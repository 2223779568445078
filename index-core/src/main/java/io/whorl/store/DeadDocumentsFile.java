package io.whorl.store;

import io.whorl.CorruptIndexException;
import io.whorl.UnsupportedFormatException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;

/** The file of the dead documents of a segment: a header, then one bit per document; docs/FORMAT.md, "Deaths". */
final class DeadDocumentsFile {
    static final int HEADER = 64;
    static final int VERSION = 1;
    /** "WHORLDEL" read as a little-endian number. */
    private static final long MAGIC = 0x4C45444C_524F4857L;

    private static final int CHECKSUM_AT = HEADER - 4;
    private static final int BLOCKS_CHECKSUM_AT = 32;
    private static final int BUFFER = 1 << 16;

    private DeadDocumentsFile() {}

    /** Writes the file and forces it. */
    static void write(Path file, DeadDocuments dead) throws IOException {
        MappingFault.typed(dead.checkedFile().stream().toList(), () -> {
            writeBits(file, dead);
            return null;
        });
    }

    private static void writeBits(Path file, DeadDocuments dead) throws IOException {
        try (FileChannel channel = FileChannel.open(
                file,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
            long words = words(dead.documents());
            ByteBuffer out = ByteBuffer.allocate(BUFFER).order(ByteOrder.LITTLE_ENDIAN);
            long at = HEADER;
            for (long i = 0; i < words; i++) {
                out.putLong(dead.word(i));
                if (!out.hasRemaining() || i == words - 1) {
                    Channels.writeFully(channel, out.flip(), at);
                    at += out.limit();
                    out.clear();
                }
            }
            ByteBuffer header = ByteBuffer.allocate(HEADER).order(ByteOrder.LITTLE_ENDIAN);
            header.putLong(MAGIC)
                    .putInt(VERSION)
                    .putInt(HEADER)
                    .putLong(dead.documents())
                    .putLong(dead.count());
            header.putInt(CheckedFile.append(channel, HEADER, at));
            header.putInt(CHECKSUM_AT, checksum(header));
            Channels.writeFully(channel, header.clear(), 0);
            channel.force(true);
        }
    }

    /**
     * Opens the file and checks its header. The bits stay in the mapping, which is reference-counted; the caller has
     * the first reference.
     *
     * @param documents documents of the segment
     * @param count dead documents, according to MANIFEST
     */
    static DeadDocuments openCounted(Path file, long documents, long count) throws IOException {
        return open(file, documents, count, FileMapping::counted);
    }

    /** Opens the file with a mapping that lasts as long as it is reachable. */
    static DeadDocuments open(Path file, long documents, long count) throws IOException {
        return open(file, documents, count, FileMapping::collected);
    }

    private static DeadDocuments open(Path file, long documents, long count, FileMapping.Mapper mapper)
            throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer header = header(channel, documents, count);
            long length = words(documents) * 8;
            FileMapping mapping = mapper.map(channel, header.array(), channel.size());
            CheckedFile checked = CheckedFile.of(file, mapping, HEADER, HEADER + length, MappedBytes.PART_BITS);
            return DeadDocuments.sealed(
                    documents, Optional.of(checked), checked.section(HEADER, length, ReadAhead.NONE), count);
        } catch (DamageException.Newer e) {
            throw new UnsupportedFormatException(file, e.found, e.known);
        } catch (DamageException e) {
            throw new CorruptIndexException(file, e.offset, e.getMessage(), e.getCause());
        }
    }

    private static ByteBuffer header(FileChannel channel, long documents, long count) throws IOException {
        long wanted = CheckedFile.length(HEADER + words(documents) * 8);
        DamageException.check(
                channel.size() == wanted,
                Math.min(channel.size(), wanted),
                "the file has " + channel.size() + " bytes; its documents need " + wanted);
        ByteBuffer header = ByteBuffer.allocate(HEADER).order(ByteOrder.LITTLE_ENDIAN);
        Channels.readFully(channel, header, 0);
        DamageException.check(header.getLong(0) == MAGIC, 0, "it does not start with WHORLDEL");
        int version = header.getInt(8);
        if (version > VERSION) {
            throw new DamageException.Newer(version, VERSION);
        }
        DamageException.check(
                header.getInt(CHECKSUM_AT) == checksum(header), CHECKSUM_AT, "the header's checksum does not match");
        DamageException.check(version == VERSION, 8, "format version " + version + " does not exist");
        DamageException.check(
                header.getLong(16) == documents && header.getLong(24) == count,
                16,
                "it is of "
                        + header.getLong(16) + " documents, " + header.getLong(24)
                        + " of them dead, where its segment has "
                        + documents + " and MANIFEST says " + count);
        return header;
    }

    /** The number of dead documents in the header of a file, unverified. */
    static long count(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer header = ByteBuffer.allocate(HEADER).order(ByteOrder.LITTLE_ENDIAN);
            Channels.readFully(channel, header, 0);
            return header.getLong(24);
        }
    }

    /**
     * Verifies the whole file.
     *
     * @return a description of the problem, or an empty string
     */
    static String problem(Path file, long documents, long count) throws IOException {
        DeadDocuments dead = open(file, documents, count);
        CheckedFile checked = dead.checkedFile().orElseThrow();
        int checksum;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            checksum = header(channel, documents, count).getInt(BLOCKS_CHECKSUM_AT);
        }
        return MappingFault.typed(List.of(checked), () -> {
            List<CheckedFile.Bytes> damaged =
                    checked.damaged(HEADER, HEADER + words(documents) * 8, ParallelTasks::runInTurn);
            if (!damaged.isEmpty() || checked.damagedChecksums(checksum).isPresent()) {
                return file.getFileName() + ": the checksum of its bits does not match";
            }
            long found = 0;
            for (long i = 0; i < words(documents); i++) {
                found += Long.bitCount(dead.word(i));
            }
            boolean beyond = documents % 64 != 0 && dead.word(documents / 64) >>> documents % 64 != 0;
            return found != count || beyond
                    ? file.getFileName() + ": " + found + " documents are dead, and its header says " + count
                    : "";
        });
    }

    private static long words(long documents) {
        return (documents + 63) / 64;
    }

    private static int checksum(ByteBuffer header) {
        return Checksum.of(header.array(), 0, CHECKSUM_AT);
    }
}

package io.whorl.corpus;

import io.whorl.corpus.ListedFile.DocumentNames;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/**
 * Facts about sources that can be known without reading them in full. A resumed rebuild compares them to detect changed
 * sources. They are not proof: a file that is changed in its middle, keeps its size and has its time set back passes.
 */
public final class SourceFacts {
    private static final int END_BYTES = 1 << 16;

    private SourceFacts() {}

    /**
     * Tells whether a source can be read twice.
     *
     * @param source a path
     * @return true for a file or directory, false for standard input or a pipe
     */
    public static boolean isRepeatable(Path source) {
        return Files.isRegularFile(source) || Files.isDirectory(source);
    }

    /**
     * Adds up the sizes of the sources; unreadable files count as empty.
     *
     * @param sources files and directories
     * @return bytes on disk
     * @throws IOException if a source cannot be examined
     * @throws java.nio.file.NoSuchFileException if a source does not exist
     */
    public static long bytes(List<Path> sources) throws IOException {
        return SourceList.of(sources, Map.of()).total();
    }

    /**
     * Collects the facts. Of a file: its size, its time, and a digest of its first and last 64 KiB. Of a directory: the
     * number of its files, and a digest of their names, sizes and times.
     *
     * @param sources in the order in which they are read
     * @return facts by name; each name includes the path of its source
     * @throws IOException if a file cannot be read
     */
    public static Map<String, String> of(List<Path> sources) throws IOException {
        Map<String, String> facts = new LinkedHashMap<>();
        for (int i = 0; i < sources.size(); i++) {
            Path source = sources.get(i).toAbsolutePath().normalize();
            facts.put("source " + (i + 1), source.toString());
            if (Files.isDirectory(source)) {
                directory(source, facts);
            } else if (Files.isRegularFile(source)) {
                BasicFileAttributes attributes = Files.readAttributes(source, BasicFileAttributes.class);
                facts.put("size of " + source, Long.toString(attributes.size()));
                facts.put("time of " + source, attributes.lastModifiedTime().toString());
                facts.put("digest of both ends of " + source, ends(source));
            }
        }
        return facts;
    }

    private static void directory(Path directory, Map<String, String> facts) throws IOException {
        AtomicLong number = new AtomicLong();
        // The files are found in any order, so their digests are added up.
        long[] sum = new long[2];
        Consumer<String> add = file -> {
            number.incrementAndGet();
            UUID digest = UUID.nameUUIDFromBytes(file.getBytes(StandardCharsets.UTF_8));
            sum[0] += digest.getMostSignificantBits();
            sum[1] += digest.getLeastSignificantBits();
        };
        ListedFile.walk(
                directory,
                (file, attributes) -> add.accept(DocumentNames.relative(directory, file) + "\0" + attributes.size()
                        + "\0" + attributes.lastModifiedTime()),
                (file, unreadable) -> add.accept(DocumentNames.relative(directory, file) + "\0unreadable"));
        HexFormat hex = HexFormat.of();
        facts.put("number of files in " + directory, number.toString());
        facts.put(
                "digest of names, sizes and times in " + directory, hex.toHexDigits(sum[0]) + hex.toHexDigits(sum[1]));
    }

    private static String ends(Path file) throws IOException {
        // A JVM that has just started takes longer for a SHA-256 of this much than for its other preparations.
        CRC32C crc = new CRC32C();
        StringBuilder digest = new StringBuilder();
        try (FileInputStream in = new FileInputStream(file.toFile())) {
            for (long at : new long[] {0, Math.max(0, in.getChannel().size() - END_BYTES)}) {
                in.getChannel().position(at);
                crc.update(in.readNBytes(END_BYTES));
                digest.append(HexFormat.of().toHexDigits((int) crc.getValue()));
            }
        }
        return digest.toString();
    }
}

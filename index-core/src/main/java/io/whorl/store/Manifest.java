package io.whorl.store;

import io.whorl.CorruptIndexException;
import io.whorl.RefusedException;
import io.whorl.SchemeException;
import io.whorl.internal.Json;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A state of the files of an index. Later commits are in the log that it names and in the following ones. The file
 * MANIFEST is a line of JSON, then a line with its CRC32C in hexadecimal; docs/FORMAT.md, "MANIFEST".
 *
 * @param generation number of the state, from 1
 * @param scheme scheme of all segments
 * @param stored what the index stores of its documents
 * @param segments sealed segments, oldest first
 * @param sequence sequence number of the last commit in the segments; commits are numbered from 1
 * @param log number of the log with the following commits; 0 for none
 * @param reached number of a commit that the logs of the index reach: the last one that the files of dead documents may
 *     contain deletions of, or the last one before a clean close. The logs of a copy that mixes files of different
 *     times may not reach it
 * @param backupOf the directory of the index of which this is a backup that no writer has opened; empty otherwise
 */
public record Manifest(
        long generation,
        Scheme scheme,
        StoredKinds stored,
        List<SegmentFile> segments,
        long sequence,
        long log,
        long reached,
        Optional<String> backupOf) {
    static final String NAME = "MANIFEST";
    static final int VERSION = 1;
    /** Maximum size in bytes. Real files are far smaller: the lists of a scheme are bounded, and segments are few. */
    private static final long LARGEST = 64 << 20;
    /** The largest generation, commit or log, so that no later number overflows. */
    private static final long LARGEST_NUMBER = 1L << 62;

    public Manifest {
        if (reached < sequence) {
            throw new IllegalArgumentException("reached is " + reached + "; it is at least sequence, " + sequence);
        }
        segments = List.copyOf(segments);
    }

    public Set<String> files() {
        Set<String> files = new HashSet<>();
        for (SegmentFile segment : segments) {
            files.add(segment.name());
            segment.deaths().ifPresent(deaths -> files.add(deaths.name()));
        }
        return files;
    }

    static byte[] encode(Manifest manifest) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("format", "whorl");
        fields.put("version", VERSION);
        fields.put("generation", manifest.generation());
        fields.put("scheme", manifest.scheme().toJson());
        if (manifest.stored().texts()) {
            fields.put("texts", true);
        }
        if (manifest.stored().fingerprints()) {
            fields.put("fingerprints", true);
        }
        fields.put("sequence", manifest.sequence());
        fields.put("log", manifest.log());
        fields.put("reached", manifest.reached());
        manifest.backupOf().ifPresent(of -> fields.put("backupOf", of));
        fields.put(
                "segments", manifest.segments().stream().map(Manifest::fields).toList());
        String json = Json.write(fields);
        return (json + "\n" + Checksum.hex(json) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private static Map<String, Object> fields(SegmentFile segment) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("file", segment.name());
        fields.put("length", segment.length());
        segment.deaths().ifPresent(deaths -> {
            fields.put("deaths", deaths.name());
            fields.put("dead", deaths.count());
        });
        return fields;
    }

    static Manifest read(Path index) throws IOException {
        Path file = index.resolve(NAME);
        String text;
        try {
            if (Files.size(file) > LARGEST) {
                throw new CorruptIndexException(file, LARGEST, "it is too long");
            }
            text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (FileSystemException e) {
            if (!(e instanceof NoSuchFileException) && (Files.isDirectory(index) || !Files.exists(index))) {
                throw e;
            }
            throw RefusedException.notAnIndex(index, whyNot(index), e);
        }
        return decode(text, file);
    }

    private static String whyNot(Path index) {
        if (!Files.isDirectory(index)) {
            return Files.exists(index) ? "it is not a directory" : "there is nothing at this path";
        }
        if (Files.exists(index.resolve(IndexFiles.SEGMENT_SET))) {
            return "it is a segment set; take it into an index with IndexWriter.adopt";
        }
        return "it has no " + NAME
                + (Journal.exists(IndexFiles.rebuild(index))
                        ? "; a rebuild is not finished: continue it with IndexRebuild.resume"
                        : " (an unfinished build has none)");
    }

    /** @throws CorruptIndexException if the text is not a valid MANIFEST */
    static Manifest decode(String text, Path file) {
        int end = text.indexOf('\n');
        String json = end < 0 ? "" : text.substring(0, end);
        if (end < 0 || !text.substring(end + 1).equals(Checksum.hex(json) + "\n")) {
            throw new CorruptIndexException(file, Math.max(0, end), "its checksum does not match");
        }
        try {
            return parse(json, file);
        } catch (IOException | SchemeException | IllegalArgumentException e) {
            throw new CorruptIndexException(file, 0, e.getMessage(), e);
        }
    }

    private static Manifest parse(String json, Path file) throws IOException {
        Json fields = Json.of(json);
        checkVersion(fields.number("version"), file);
        long generation = fields.number("generation");
        long sequence = fields.number("sequence");
        long log = fields.number("log");
        long reached = fields.number("reached");
        if (generation < 1 || Math.max(Math.max(generation, reached), Math.max(sequence, log)) > LARGEST_NUMBER) {
            throw new IllegalArgumentException(
                    "a generation, commit or log is larger than " + LARGEST_NUMBER + ", or the generation is 0");
        }
        return new Manifest(
                generation,
                Scheme.fromJson(fields.text("scheme")),
                new StoredKinds(fields.flag("texts"), fields.flag("fingerprints")),
                fields.elements("segments", Json.class).stream()
                        .map(Manifest::segment)
                        .toList(),
                sequence,
                log,
                reached,
                fields.find("backupOf"));
    }

    private static SegmentFile segment(Json fields) {
        String name = fields.text("file");
        Optional<String> deaths = fields.find("deaths");
        if (!IndexFiles.Kind.SEGMENT.is(name)
                || !deaths.map(IndexFiles.Kind.DEATHS::is).orElse(true)) {
            throw new IllegalArgumentException(
                    "'" + name + "' with deaths '" + deaths.orElse("") + "' is not a segment");
        }
        return new SegmentFile(
                name, fields.number("length"), deaths.map(file -> new SegmentFile.Deaths(file, fields.number("dead"))));
    }

    private static void checkVersion(long version, Path file) {
        if (version > VERSION) {
            throw RefusedException.version(file, (int) Math.min(version, Integer.MAX_VALUE), VERSION);
        }
        if (version != VERSION) {
            throw new IllegalArgumentException("format version " + version + " does not exist");
        }
    }
}

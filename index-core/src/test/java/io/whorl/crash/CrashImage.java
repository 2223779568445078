package io.whorl.crash;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The content of a disk after a power loss. Images are equal if they have the same names and bytes.
 *
 * @param directories below the root, by path from it, parents first
 * @param files by path from the root
 */
public record CrashImage(List<String> directories, Map<String, ByteBuffer> files) {
    public CrashImage {
        directories = List.copyOf(directories);
        files = Map.copyOf(files);
    }

    /** Writes the image to a directory that is empty or does not exist. */
    public void writeTo(Path target) throws IOException {
        Files.createDirectories(target);
        for (String d : directories) {
            Files.createDirectory(target.resolve(d));
        }
        for (Map.Entry<String, ByteBuffer> f : files.entrySet()) {
            byte[] bytes = new byte[f.getValue().remaining()];
            f.getValue().duplicate().get(bytes);
            Files.write(target.resolve(f.getKey()), bytes);
        }
    }

    /** A digest: equal for equal images, and in practice for no others. */
    String digest() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            directories.stream().sorted().forEach(d -> digest.update((d + "\n").getBytes(StandardCharsets.UTF_8)));
            files.entrySet().stream().sorted(Map.Entry.comparingByKey()).forEach(f -> {
                digest.update((f.getKey() + ":" + f.getValue().remaining() + "\n").getBytes(StandardCharsets.UTF_8));
                digest.update(f.getValue().duplicate());
            });
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Names and lengths, for messages. */
    @Override
    public String toString() {
        return directories + " "
                + files.entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(f -> f.getKey() + ":" + f.getValue().remaining())
                        .collect(Collectors.joining(", ", "{", "}"));
    }
}

package io.whorl.spark;

import io.whorl.shard.Shard;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.zip.CRC32C;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.spark.TaskContext;

/** Copies a shard to the directory of the set. */
final class ShardUpload {
    private static final int BUFFER = 1 << 20;

    private ShardUpload() {}

    /** Copies the files of a shard, and removes what was copied if that fails or the task is killed. */
    static void upload(java.nio.file.Path from, Shard shard, FileSystem files, Path set, TaskContext context)
            throws IOException {
        Path to = new Path(set, shard.name());
        boolean complete = false;
        try {
            // MANIFEST comes first in the list, and is written last: without it, the directory is not an index.
            List<Shard.File> parts = new ArrayList<>(shard.files());
            Collections.reverse(parts);
            for (Shard.File part : parts) {
                copy(from.resolve(part.name()), part, files, new Path(to, part.name()), context);
            }
            complete = true;
        } finally {
            if (!complete) {
                files.delete(to, true);
            }
        }
    }

    private static void copy(java.nio.file.Path from, Shard.File part, FileSystem files, Path to, TaskContext context)
            throws IOException {
        CRC32C crc = new CRC32C();
        try (InputStream in = Files.newInputStream(from);
                FSDataOutputStream out = files.create(to, false)) {
            byte[] buffer = new byte[BUFFER];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                context.killTaskIfInterrupted();
                crc.update(buffer, 0, n);
                out.write(buffer, 0, n);
            }
            if (out.hasCapability(StreamCapabilities.HSYNC)) {
                out.hsync();
            }
        }
        long length = files.getFileStatus(to).getLen();
        if ((int) crc.getValue() != part.crc32c() || length != part.length()) {
            throw new IOException(to + " has " + length + " bytes with the CRC32C "
                    + Integer.toHexString((int) crc.getValue()) + " after its upload; the shard has " + part.length()
                    + " bytes with " + Integer.toHexString(part.crc32c()) + "; check the disk of this worker");
        }
    }
}

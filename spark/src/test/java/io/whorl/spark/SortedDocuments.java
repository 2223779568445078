package io.whorl.spark;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * The documents of a table in the order of their ids and texts, in one scratch file. Spark sorts them on disk, so their
 * number is not bounded by memory, and a single build that reads the file does not count what reading the table costs.
 * Rows without an id or a text, and ids that no index takes, are left out and counted, as the jobs do.
 */
final class SortedDocuments {
    private static final int BUFFER = 1 << 20;

    private final Path file;

    private SortedDocuments(Path file) {
        this.file = file;
    }

    /** Receives the documents. */
    interface Consumer {
        void accept(String id, byte[] text) throws IOException;
    }

    /** The documents of a Parquet table, which are sorted if the file does not exist yet. */
    static SortedDocuments of(SparkSession session, String table, Path file) throws IOException {
        if (!Files.exists(file)) {
            Path unfinished = file.resolveSibling(file.getFileName() + ".unfinished");
            try (DataOutputStream out =
                    new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(unfinished), BUFFER))) {
                Dataset<Row> all = session.read().parquet(table).select("id", "text");
                Dataset<Row> documents = all.where("octet_length(id) between 1 and 65535 and text is not null");
                System.out.println(all.count() - documents.count() + " rows are no documents");
                Iterator<Row> rows = documents.orderBy("id", "text").toLocalIterator();
                while (rows.hasNext()) {
                    Row row = rows.next();
                    for (int i = 0; i < 2; i++) {
                        byte[] value = row.getString(i).getBytes(StandardCharsets.UTF_8);
                        out.writeInt(value.length);
                        out.write(value);
                    }
                }
            }
            Files.move(unfinished, file);
        }
        return new SortedDocuments(file);
    }

    /** Reads all documents; returns the bytes of their texts. */
    long forEach(Consumer consumer) throws IOException {
        long bytes = 0;
        long left = Files.size(file);
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER))) {
            while (left > 0) {
                byte[] id = in.readNBytes(in.readInt());
                byte[] text = in.readNBytes(in.readInt());
                consumer.accept(new String(id, StandardCharsets.UTF_8), text);
                bytes += text.length;
                left -= 2L * Integer.BYTES + id.length + text.length;
            }
        }
        return bytes;
    }
}

package io.whorl.parquet;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.column.impl.ColumnWriteStoreV1;
import org.apache.parquet.column.impl.ColumnWriteStoreV2;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.GroupWriter;
import org.apache.parquet.hadoop.ColumnChunkPageWriteStore;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;

/** Writes Parquet files, and reads all their columns. */
final class ParquetFiles {
    static final Map<String, String> METADATA = Map.of("application", "of the test");

    private ParquetFiles() {}

    /** Writes a file of these row groups, in pages of a few rows. */
    static Path write(
            Path file, MessageType schema, CompressionCodecName codec, boolean second, List<List<Group>> rowGroups)
            throws IOException {
        ParquetFileWriter writer = new ParquetFileWriter(
                new LocalOutputFile(file), schema, ParquetFileWriter.Mode.OVERWRITE, 1 << 20, 0, 64, 64, true);
        ParquetProperties properties = ParquetProperties.builder()
                .withAllocator(new HeapByteBufferAllocator())
                .withPageRowCountLimit(7)
                .build();
        writer.start();
        for (List<Group> rows : rowGroups) {
            try (ColumnChunkPageWriteStore pages = new ColumnChunkPageWriteStore(
                            new ParquetSource.Compressor(codec), schema, new HeapByteBufferAllocator(), 64, true);
                    ColumnWriteStore store = second
                            ? new ColumnWriteStoreV2(schema, pages, properties)
                            : new ColumnWriteStoreV1(schema, pages, properties)) {
                RecordConsumer consumer =
                        new ColumnIOFactory().getColumnIO(schema).getRecordWriter(store);
                for (Group row : rows) {
                    new GroupWriter(consumer, schema).write(row);
                }
                consumer.flush();
                store.flush();
                writer.startBlock(rows.size());
                pages.flushToFileWriter(writer);
                writer.endBlock();
            }
        }
        writer.end(METADATA);
        return file;
    }

    /** Returns each row as the values of all columns, with their levels. */
    static List<String> rows(Path file) throws IOException {
        List<String> all = new ArrayList<>();
        try (ParquetSource source = ParquetSource.open(Optional.of(file), java.io.InputStream.nullInputStream())) {
            for (BlockMetaData rowGroup : source.rowGroups()) {
                List<StringBuilder> rows = new ArrayList<>();
                for (ColumnDescriptor column : source.schema().getColumns()) {
                    ColumnReader values = source.column(rowGroup, column);
                    int row = -1;
                    for (long n = source.values(rowGroup, column); n > 0; n--) {
                        row += values.getCurrentRepetitionLevel() == 0 ? 1 : 0;
                        while (rows.size() <= row) {
                            rows.add(new StringBuilder());
                        }
                        rows.get(row)
                                .append(values.getCurrentRepetitionLevel())
                                .append(values.getCurrentDefinitionLevel())
                                .append(value(values, column))
                                .append(' ');
                        values.consume();
                    }
                }
                rows.forEach(row -> all.add(row.toString()));
            }
        }
        return all;
    }

    private static Object value(ColumnReader values, ColumnDescriptor column) {
        if (values.getCurrentDefinitionLevel() < column.getMaxDefinitionLevel()) {
            return "null";
        }
        return switch (column.getPrimitiveType().getPrimitiveTypeName()) {
            case BOOLEAN -> values.getBoolean();
            case INT32 -> values.getInteger();
            case INT64 -> values.getLong();
            case FLOAT -> values.getFloat();
            case DOUBLE -> values.getDouble();
            default -> new String(values.getBinary().getBytes(), StandardCharsets.UTF_8);
        };
    }
}

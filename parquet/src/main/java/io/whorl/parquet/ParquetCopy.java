package io.whorl.parquet;

import io.whorl.corpus.format.ContainerFormat.RecordChoice;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.column.impl.ColumnWriteStoreV1;
import org.apache.parquet.hadoop.ColumnChunkPageWriteStore;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;
import org.apache.parquet.io.SeekableInputStream;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/**
 * Copies a Parquet file without some of its rows: the schema, the metadata of the application and the row groups stay.
 * A row group that keeps all its rows is copied as it is stored. Of another one, the columns are written again one
 * after another, with the same compression; this takes the memory of a compressed row group.
 */
final class ParquetCopy {
    private static final int TRUNCATED = 64;
    private static final int GROUP = 128 << 20;

    private final ParquetSource source;
    private final String textField;
    private final RecordChoice choice;
    private final ParquetProperties properties = ParquetProperties.builder()
            .withAllocator(new HeapByteBufferAllocator())
            .build();
    private long record;

    ParquetCopy(ParquetSource source, String textField, RecordChoice choice) {
        this.source = source;
        this.textField = textField;
        this.choice = choice;
    }

    /** Writes the copy. */
    void copy(OutputStream out) throws IOException {
        try (SeekableInputStream stored = new LocalInputFile(source.path()).newStream()) {
            ParquetFileWriter writer = new ParquetFileWriter(
                    new StreamFile(out),
                    source.schema(),
                    ParquetFileWriter.Mode.CREATE,
                    GROUP,
                    0,
                    TRUNCATED,
                    TRUNCATED,
                    true);
            writer.start();
            for (BlockMetaData rowGroup : source.rowGroups()) {
                copy(rowGroup, stored, writer);
            }
            Map<String, String> metadata = source.footer().getFileMetaData().getKeyValueMetaData();
            writer.end(metadata);
        } catch (RuntimeException e) {
            throw ParquetSource.damaged(e);
        }
    }

    private void copy(BlockMetaData rowGroup, SeekableInputStream stored, ParquetFileWriter writer) throws IOException {
        int rows = Math.toIntExact(rowGroup.getRowCount());
        BitSet kept = new BitSet(rows);
        List<int[]> cuts = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            record++;
            int[] cut = new int[0];
            if (choice.takes(record)) {
                kept.set(row);
                cut = choice.cuts(record);
            }
            if (cut.length > 0) {
                // The place in this list is the row.
                while (cuts.size() < row) {
                    cuts.add(new int[0]);
                }
                cuts.add(cut);
            }
        }
        if (kept.cardinality() == rows && cuts.isEmpty()) {
            writer.appendRowGroup(stored, rowGroup, false);
        } else if (!kept.isEmpty()) {
            CompressionCodecName codec = rowGroup.getColumns().get(0).getCodec();
            try (ColumnChunkPageWriteStore pages = new ColumnChunkPageWriteStore(
                    new ParquetSource.Compressor(codec),
                    source.schema(),
                    new HeapByteBufferAllocator(),
                    TRUNCATED,
                    true)) {
                for (ColumnDescriptor column : source.schema().getColumns()) {
                    boolean shortened = ParquetFormat.isNamed(column, textField);
                    copy(rowGroup, column, kept, shortened ? cuts : List.of(), pages);
                }
                writer.startBlock(kept.cardinality());
                pages.flushToFileWriter(writer);
                writer.endBlock();
            }
        }
    }

    /** Copies the values of the kept rows with their levels, so that nested columns need not be understood. */
    private void copy(
            BlockMetaData rowGroup,
            ColumnDescriptor column,
            BitSet kept,
            List<int[]> cuts,
            ColumnChunkPageWriteStore pages)
            throws IOException {
        MessageType alone = new MessageType(
                source.schema().getName(), List.of(only(source.schema().getType(column.getPath()[0]), column, 1)));
        ColumnReader from = source.column(rowGroup, column);
        try (ColumnWriteStoreV1 store = new ColumnWriteStoreV1(alone, pages, properties)) {
            ColumnWriter to = store.getColumnWriter(alone.getColumns().get(0));
            int row = -1;
            for (long n = source.values(rowGroup, column); n > 0; n--) {
                boolean first = from.getCurrentRepetitionLevel() == 0;
                if (first && row >= 0 && kept.get(row)) {
                    store.endRecord();
                }
                row += first ? 1 : 0;
                if (kept.get(row)) {
                    copy(from, to, row < cuts.size() ? cuts.get(row) : new int[0]);
                } else if (from.getCurrentDefinitionLevel() == column.getMaxDefinitionLevel()) {
                    from.skip();
                }
                from.consume();
            }
            if (row >= 0 && kept.get(row)) {
                store.endRecord();
            }
            store.flush();
        }
    }

    /** The part of a type on the path to a column. */
    private static Type only(Type type, ColumnDescriptor column, int depth) {
        if (type.isPrimitive()) {
            return type;
        }
        GroupType group = type.asGroupType();
        return group.withNewFields(only(group.getType(column.getPath()[depth]), column, depth + 1));
    }

    private static void copy(ColumnReader from, ColumnWriter to, int[] cuts) {
        int repetition = from.getCurrentRepetitionLevel();
        int definition = from.getCurrentDefinitionLevel();
        if (definition < from.getDescriptor().getMaxDefinitionLevel()) {
            to.writeNull(repetition, definition);
            return;
        }
        switch (from.getDescriptor().getPrimitiveType().getPrimitiveTypeName()) {
            case BOOLEAN -> to.write(from.getBoolean(), repetition, definition);
            case INT32 -> to.write(from.getInteger(), repetition, definition);
            case INT64 -> to.write(from.getLong(), repetition, definition);
            case FLOAT -> to.write(from.getFloat(), repetition, definition);
            case DOUBLE -> to.write(from.getDouble(), repetition, definition);
            default -> to.write(without(from.getBinary(), cuts), repetition, definition);
        }
    }

    private static Binary without(Binary value, int[] cuts) {
        if (cuts.length == 0) {
            return value;
        }
        byte[] text = value.getBytes();
        byte[] shorter = Arrays.copyOf(text, text.length);
        int n = 0;
        int from = 0;
        for (int i = 0; i <= cuts.length; i += 2) {
            int to = i < cuts.length ? cuts[i] : text.length;
            System.arraycopy(text, from, shorter, n, to - from);
            n += to - from;
            from = i < cuts.length ? cuts[i + 1] : to;
        }
        return Binary.fromConstantByteArray(Arrays.copyOf(shorter, n));
    }

    /** A file that is written from its beginning to its end. */
    private record StreamFile(OutputStream out) implements OutputFile {
        @Override
        public PositionOutputStream create(long blockSize) {
            return new PositionOutputStream() {
                private long at;

                @Override
                public long getPos() {
                    return at;
                }

                @Override
                public void write(int b) throws IOException {
                    out.write(b);
                    at++;
                }

                @Override
                public void write(byte[] bytes, int from, int length) throws IOException {
                    out.write(bytes, from, length);
                    at += length;
                }
            };
        }

        @Override
        public PositionOutputStream createOrOverwrite(long blockSize) {
            return create(blockSize);
        }

        @Override
        public boolean supportsBlockSize() {
            return false;
        }

        @Override
        public long defaultBlockSize() {
            return 0;
        }
    }
}

package io.whorl.parquet;

import io.whorl.corpus.format.ContainerFormat.RecordChoice;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.bytes.BytesUtils;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.column.impl.ColumnWriteStoreV1;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Util;
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

    private static final int[] NONE = {};
    private static final byte[] MAGIC = ParquetFileWriter.MAGIC;

    private final ParquetSource source;
    private final String textField;
    private final RecordChoice choice;
    private final OutputStream out;
    private final ParquetProperties properties = ParquetProperties.builder()
            .withAllocator(new HeapByteBufferAllocator())
            .build();
    private final List<Ending> endings = new ArrayList<>();
    private long record;
    /** The end of the row groups that are written. */
    private long position = MAGIC.length;

    ParquetCopy(ParquetSource source, String textField, RecordChoice choice, OutputStream out) {
        this.source = source;
        this.textField = textField;
        this.choice = choice;
        this.out = out;
    }

    /**
     * What follows the row groups in a file that has only one. These files are put together, so that a copy can be
     * continued after each.
     *
     * @param position the beginning of the indexes
     */
    private record Ending(long position, byte[] indexes, FileMetaData footer) {
        static Ending of(long position, byte[] bytes) throws IOException {
            int end = bytes.length - MAGIC.length - Integer.BYTES;
            int from =
                    end - ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(end);
            InputStream footer = new ByteArrayInputStream(bytes, from, end - from);
            return new Ending(position, Arrays.copyOf(bytes, from), Util.readFileMetaData(footer));
        }

        /** Returns the row group with its indexes at another place. */
        RowGroup rowGroup(long moved, int ordinal) {
            RowGroup rowGroup = footer.getRow_groups().get(0);
            for (ColumnChunk chunk : rowGroup.getColumns()) {
                if (chunk.isSetColumn_index_offset()) {
                    chunk.setColumn_index_offset(chunk.getColumn_index_offset() + moved - position);
                }
                if (chunk.isSetOffset_index_offset()) {
                    chunk.setOffset_index_offset(chunk.getOffset_index_offset() + moved - position);
                }
            }
            return rowGroup.setOrdinal((short) ordinal);
        }
    }

    /** Writes the copy, or what follows the row groups that an earlier call has written. */
    void copy() throws IOException {
        try (SeekableInputStream stored = new LocalInputFile(source.path()).newStream()) {
            ByteBuffer notes = ByteBuffer.wrap(choice.notes());
            if (!notes.hasRemaining()) {
                out.write(MAGIC);
            }
            while (notes.hasRemaining()) {
                record = notes.getLong();
                position = notes.getLong();
                byte[] ending = new byte[notes.getInt()];
                notes.get(ending);
                endings.add(Ending.of(position, ending));
            }
            long rows = 0;
            for (BlockMetaData rowGroup : source.rowGroups()) {
                rows += rowGroup.getRowCount();
                if (rows > record) {
                    copy(rowGroup, stored);
                }
            }
            end();
        } catch (RuntimeException e) {
            throw ParquetSource.damaged(e);
        }
    }

    private void end() throws IOException {
        StreamFile file = new StreamFile(position);
        FileMetaData footer = Ending.of(
                        position,
                        file.end(writer(file), source.footer().getFileMetaData().getKeyValueMetaData()))
                .footer();
        for (Ending ending : endings) {
            RowGroup rowGroup = ending.rowGroup(position, footer.getRow_groupsSize());
            footer.addToRow_groups(rowGroup);
            footer.setNum_rows(footer.getNum_rows() + rowGroup.getNum_rows());
            out.write(ending.indexes());
            position += ending.indexes().length;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Util.writeFileMetaData(footer, bytes);
        BytesUtils.writeIntLittleEndian(bytes, bytes.size());
        bytes.write(MAGIC);
        bytes.writeTo(out);
    }

    /** Returns the writer of a file that continues another. */
    private ParquetFileWriter writer(StreamFile file) throws IOException {
        ParquetFileWriter writer = new ParquetFileWriter(
                file, source.schema(), ParquetFileWriter.Mode.CREATE, GROUP, 0, TRUNCATED, TRUNCATED, true);
        writer.start();
        return writer;
    }

    private void copy(BlockMetaData rowGroup, SeekableInputStream stored) throws IOException {
        int rows = Math.toIntExact(rowGroup.getRowCount());
        BitSet kept = new BitSet(rows);
        Map<Integer, int[]> cuts = new HashMap<>();
        for (int row = 0; row < rows; row++) {
            record++;
            if (choice.takes(record)) {
                kept.set(row);
                int[] cut = choice.cuts(record);
                if (cut.length > 0) {
                    cuts.put(row, cut);
                }
            }
        }
        if (kept.isEmpty()) {
            return;
        }
        StreamFile file = new StreamFile(position);
        ParquetFileWriter writer = writer(file);
        file.to = out;
        if (kept.cardinality() == rows && cuts.isEmpty()) {
            writer.appendRowGroup(stored, rowGroup, false);
        } else {
            CompressionCodecName codec = rowGroup.getColumns().get(0).getCodec();
            try (ColumnChunkPageWriteStore pages = new ColumnChunkPageWriteStore(
                    new ParquetSource.Compressor(codec),
                    source.schema(),
                    new HeapByteBufferAllocator(),
                    TRUNCATED,
                    true)) {
                for (ColumnDescriptor column : source.schema().getColumns()) {
                    boolean shortened = ParquetFormat.isNamed(column, textField);
                    copy(rowGroup, column, kept, shortened ? cuts : Map.of(), pages);
                }
                writer.startBlock(kept.cardinality());
                pages.flushToFileWriter(writer);
                writer.endBlock();
            }
        }
        position = writer.getPos();
        byte[] ending = file.end(writer, Map.of());
        endings.add(Ending.of(position, ending));
        choice.ended(ByteBuffer.allocate(2 * Long.BYTES + Integer.BYTES + ending.length)
                .putLong(record)
                .putLong(position)
                .putInt(ending.length)
                .put(ending)
                .array());
    }

    /** Copies the values of the kept rows with their levels, so that nested columns need not be understood. */
    private void copy(
            BlockMetaData rowGroup,
            ColumnDescriptor column,
            BitSet kept,
            Map<Integer, int[]> cuts,
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
                    copy(from, to, cuts.getOrDefault(row, NONE));
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
        ByteArrayOutputStream kept = new ByteArrayOutputStream(text.length);
        int from = 0;
        for (int i = 0; i < cuts.length; i += 2) {
            kept.write(text, from, cuts[i] - from);
            from = cuts[i + 1];
        }
        kept.write(text, from, text.length - from);
        return Binary.fromConstantByteArray(kept.toByteArray());
    }

    /** A file that continues another one: its first bytes are not written. */
    private static final class StreamFile extends PositionOutputStream implements OutputFile {
        private OutputStream to = OutputStream.nullOutputStream();
        private long at;

        /** @param position the size of the other file */
        StreamFile(long position) {
            at = position - MAGIC.length;
        }

        byte[] end(ParquetFileWriter writer, Map<String, String> metadata) throws IOException {
            ByteArrayOutputStream ending = new ByteArrayOutputStream();
            to = ending;
            writer.end(metadata);
            return ending.toByteArray();
        }

        @Override
        public long getPos() {
            return at;
        }

        @Override
        public void write(int b) throws IOException {
            to.write(b);
            at++;
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            to.write(bytes, from, length);
            at += length;
        }

        @Override
        public PositionOutputStream create(long blockSize) {
            return this;
        }

        @Override
        public PositionOutputStream createOrOverwrite(long blockSize) {
            return this;
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

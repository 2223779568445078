package io.whorl.parquet;

import com.github.luben.zstd.Zstd;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.parquet.VersionParser;
import org.apache.parquet.VersionParser.ParsedVersion;
import org.apache.parquet.VersionParser.VersionParseException;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.impl.ColumnReaderImpl;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.DataPageV2;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.Util;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.MessageType;
import org.xerial.snappy.Snappy;

/**
 * An open Parquet file: its footer, and readers of its columns that hold one page. It replaces the file reader of
 * parquet-hadoop, which needs Hadoop. Sizes that the file states are checked before memory is taken. One thread.
 */
final class ParquetSource implements Closeable {
    private static final byte[] MAGIC = {'P', 'A', 'R', '1'};
    private static final int TAIL = Integer.BYTES + MAGIC.length;
    /** The largest page, unpacked, and the largest footer. Writers make pages of about one megabyte. */
    private static final int LARGEST = 1 << 29;

    private final Path path;
    private final boolean temporary;
    private final FileChannel channel;
    private final ParquetMetadata footer;
    private final Optional<ParsedVersion> writer;
    private long bytesRead;

    /** @param temporary whether the file is removed in the end */
    private ParquetSource(Path path, boolean temporary) throws IOException {
        this.path = path;
        this.temporary = temporary;
        channel = FileChannel.open(path);
        try {
            footer = readFooter();
            writer = version(footer.getFileMetaData().getCreatedBy());
        } catch (IOException | RuntimeException e) {
            close();
            throw e instanceof IOException io ? io : damaged("its footer cannot be read", e);
        }
    }

    /**
     * Opens a file.
     *
     * @param path the file, if there is one; otherwise the bytes are copied to a temporary file, because a Parquet file
     *     is read from its end
     */
    static ParquetSource open(Optional<Path> path, InputStream body) throws IOException {
        if (path.isPresent()) {
            return new ParquetSource(path.get(), false);
        }
        Path copy = Files.createTempFile("whorl-parquet", null);
        try {
            Files.copy(body, copy, StandardCopyOption.REPLACE_EXISTING);
            return new ParquetSource(copy, true);
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(copy);
            throw e;
        }
    }

    private ParquetMetadata readFooter() throws IOException {
        long size = channel.size();
        if (size < MAGIC.length + TAIL) {
            throw new EOFException("the Parquet file is truncated: it has no footer");
        }
        ByteBuffer tail = read(size - TAIL, TAIL).order(ByteOrder.LITTLE_ENDIAN);
        int length = tail.getInt();
        if (tail.get(tail.limit() - 1) == 'E') {
            throw new IOException("its footer is encrypted, and not read");
        }
        if (!tail.equals(ByteBuffer.wrap(MAGIC))) {
            throw new EOFException("the Parquet file is truncated: its end is missing");
        }
        if (length <= 0 || length > Math.min(LARGEST, size - TAIL - MAGIC.length)) {
            throw new IOException("it is damaged: its footer has the length " + length);
        }
        byte[] bytes = read(size - TAIL - length, length).array();
        return new ParquetMetadataConverter()
                .fromParquetMetadata(Util.readFileMetaData(new ByteArrayInputStream(bytes)));
    }

    private static Optional<ParsedVersion> version(String createdBy) {
        try {
            return Optional.ofNullable(VersionParser.parse(createdBy));
        } catch (VersionParseException | RuntimeException e) {
            return Optional.empty();
        }
    }

    private ByteBuffer read(long position, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining()) {
            if (channel.read(bytes, position + bytes.position()) < 0) {
                throw new EOFException("the Parquet file is truncated");
            }
        }
        bytesRead += length;
        return bytes.flip();
    }

    /** Returns the bytes read since the last call. */
    long takeBytesRead() {
        long n = bytesRead;
        bytesRead = 0;
        return n;
    }

    Path path() {
        return path;
    }

    MessageType schema() {
        return footer.getFileMetaData().getSchema();
    }

    ParquetMetadata footer() {
        return footer;
    }

    List<BlockMetaData> rowGroups() {
        return footer.getBlocks();
    }

    /** Opens the values of a column in a row group. Failures of the reader are of type {@link RuntimeException}. */
    ColumnReader column(BlockMetaData rowGroup, ColumnDescriptor column) throws IOException {
        try {
            return new ColumnReaderImpl(
                    column, new Pages(chunk(rowGroup, column)), new PrimitiveConverter() {}, writer.orElse(null));
        } catch (RuntimeException e) {
            throw damaged(e);
        }
    }

    /** Returns the number of values of a column in a row group, with those that are null. */
    long values(BlockMetaData rowGroup, ColumnDescriptor column) throws IOException {
        return chunk(rowGroup, column).getValueCount();
    }

    private static ColumnChunkMetaData chunk(BlockMetaData rowGroup, ColumnDescriptor column) throws IOException {
        for (ColumnChunkMetaData chunk : rowGroup.getColumns()) {
            if (Arrays.equals(chunk.getPath().toArray(), column.getPath())) {
                return chunk;
            }
        }
        throw new IOException("it is damaged: a row group lacks the column " + String.join(".", column.getPath()));
    }

    /** Returns what a failure of a library means. */
    static IOException damaged(RuntimeException e) {
        return e instanceof UncheckedIOException io ? io.getCause() : damaged("it is damaged", e);
    }

    private static IOException damaged(String what, Exception e) {
        return new IOException(what + ": " + (e.getMessage() == null ? e : e.getMessage()), e);
    }

    @Override
    public void close() throws IOException {
        channel.close();
        if (temporary) {
            Files.deleteIfExists(path);
        }
    }

    /** The pages of a column in a row group, one after another. */
    private final class Pages implements PageReader {
        private final ColumnChunkMetaData chunk;
        private final InputStream in;
        private long left;
        private Optional<PageHeader> next = Optional.empty();
        private long values;

        Pages(ColumnChunkMetaData chunk) throws IOException {
            this.chunk = chunk;
            left = chunk.getTotalSize();
            if (chunk.getStartingPos() < 0 || left < 0 || chunk.getStartingPos() > channel.size() - left) {
                throw new EOFException("the Parquet file is truncated: a column ends after the end of the file");
            }
            in = new BufferedInputStream(new Region(chunk.getStartingPos(), left), 1 << 16);
        }

        @Override
        public long getTotalValueCount() {
            return chunk.getValueCount();
        }

        @Override
        public DictionaryPage readDictionaryPage() {
            try {
                next = Optional.of(Util.readPageHeader(in));
                PageHeader header = next.get();
                if (!header.isSetDictionary_page_header()) {
                    return null;
                }
                next = Optional.empty();
                return new DictionaryPage(
                        BytesInput.from(unpacked(stored(header), 0, header.getUncompressed_page_size())),
                        header.getDictionary_page_header().getNum_values(),
                        encoding(header.getDictionary_page_header().getEncoding()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public DataPage readPage() {
            try {
                while (values < chunk.getValueCount()) {
                    PageHeader header = next.isPresent() ? next.get() : Util.readPageHeader(in);
                    next = Optional.empty();
                    byte[] stored = stored(header);
                    if (header.isSetData_page_header()) {
                        return page(header, header.getData_page_header(), stored);
                    }
                    if (header.isSetData_page_header_v2()) {
                        return page(header, header.getData_page_header_v2(), stored);
                    }
                }
                return null;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private DataPage page(PageHeader header, DataPageHeader data, byte[] stored) throws IOException {
            values += data.getNum_values();
            return new DataPageV1(
                    BytesInput.from(unpacked(stored, 0, header.getUncompressed_page_size())),
                    data.getNum_values(),
                    header.getUncompressed_page_size(),
                    Statistics.createStats(chunk.getPrimitiveType()),
                    encoding(data.getRepetition_level_encoding()),
                    encoding(data.getDefinition_level_encoding()),
                    encoding(data.getEncoding()));
        }

        /** In this version the levels come before the values, and are not compressed. */
        private DataPage page(PageHeader header, DataPageHeaderV2 data, byte[] stored) throws IOException {
            int repetition = data.getRepetition_levels_byte_length();
            int definition = data.getDefinition_levels_byte_length();
            int levels = repetition + definition;
            int size = header.getUncompressed_page_size() - levels;
            if (repetition < 0 || definition < 0 || levels > stored.length || size < 0) {
                throw new IOException("it is damaged: a page has levels of " + levels + " bytes");
            }
            values += data.getNum_values();
            boolean compressed = !data.isSetIs_compressed() || data.isIs_compressed();
            return DataPageV2.uncompressed(
                    data.getNum_rows(),
                    data.getNum_nulls(),
                    data.getNum_values(),
                    BytesInput.from(stored, 0, repetition),
                    BytesInput.from(stored, repetition, definition),
                    encoding(data.getEncoding()),
                    compressed
                            ? BytesInput.from(unpacked(stored, levels, size))
                            : BytesInput.from(stored, levels, stored.length - levels),
                    Statistics.createStats(chunk.getPrimitiveType()));
        }

        private Encoding encoding(org.apache.parquet.format.Encoding stated) {
            return Encoding.valueOf(stated.name());
        }

        private byte[] stored(PageHeader header) throws IOException {
            int length = header.getCompressed_page_size();
            int unpacked = header.getUncompressed_page_size();
            if (length < 0 || length > left || unpacked < 0 || unpacked > LARGEST) {
                throw new IOException("it is damaged: a page states " + length + " bytes, unpacked " + unpacked);
            }
            left -= length;
            byte[] bytes = in.readNBytes(length);
            if (bytes.length < length) {
                throw new EOFException("the Parquet file is truncated inside a page");
            }
            CRC32 sum = new CRC32();
            sum.update(bytes);
            if (header.isSetCrc() && (int) sum.getValue() != header.getCrc()) {
                throw new IOException("it is damaged: the checksum of a page is wrong");
            }
            return bytes;
        }

        private byte[] unpacked(byte[] bytes, int from, int size) throws IOException {
            int length = bytes.length - from;
            byte[] result = new byte[size];
            long n;
            if (size == 0) {
                return result;
            }
            switch (chunk.getCodec()) {
                case UNCOMPRESSED -> {
                    n = length;
                    System.arraycopy(bytes, from, result, 0, Math.min(length, size));
                }
                case SNAPPY ->
                    n = Snappy.uncompressedLength(bytes, from, length) == size
                            ? Snappy.uncompress(bytes, from, length, result, 0)
                            : -1;
                case ZSTD -> n = Zstd.decompressByteArray(result, 0, size, bytes, from, length);
                case GZIP -> {
                    try (InputStream gzip = new GZIPInputStream(new ByteArrayInputStream(bytes, from, length))) {
                        n = gzip.readNBytes(result, 0, size);
                    }
                }
                default ->
                    throw new IOException("it is compressed by " + chunk.getCodec()
                            + ", which is not read; only snappy, zstd and gzip are");
            }
            if (n != size) {
                throw new IOException("it is damaged: a page cannot be unpacked");
            }
            return result;
        }
    }

    /** A part of the file. */
    private final class Region extends InputStream {
        private long at;
        private long left;

        Region(long at, long left) {
            this.at = at;
            this.left = left;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] to, int off, int length) throws IOException {
            if (left == 0) {
                return -1;
            }
            int n = channel.read(ByteBuffer.wrap(to, off, (int) Math.min(left, length)), at);
            at += Math.max(0, n);
            left -= Math.max(0, n);
            bytesRead += Math.max(0, n);
            return n;
        }
    }

    /** Compresses pages as those of a file are compressed. */
    record Compressor(CompressionCodecName codec) implements BytesInputCompressor {
        private static final int ZSTD_LEVEL = 3;

        @Override
        public BytesInput compress(BytesInput bytes) throws IOException {
            return switch (codec) {
                case UNCOMPRESSED -> bytes;
                case SNAPPY -> BytesInput.from(Snappy.compress(array(bytes)));
                case ZSTD -> BytesInput.from(Zstd.compress(array(bytes), ZSTD_LEVEL));
                case GZIP -> {
                    ByteArrayOutputStream packed = new ByteArrayOutputStream();
                    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
                        bytes.writeAllTo(gzip);
                    }
                    yield BytesInput.from(packed.toByteArray());
                }
                default -> throw new IOException("it is compressed by " + codec + ", which is not written");
            };
        }

        private static byte[] array(BytesInput bytes) throws IOException {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            bytes.writeAllTo(all);
            return all.toByteArray();
        }

        @Override
        public CompressionCodecName getCodecName() {
            return codec;
        }

        @Override
        public void release() {
            // There is nothing to release.
        }
    }
}

package io.whorl.parquet;

import io.whorl.corpus.format.ContainerFormat;
import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.FormatProvider;
import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.PartReader;
import io.whorl.corpus.format.ReadContext;
import io.whorl.corpus.format.Skipped;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;

/**
 * Parquet files, of which each row is a document: the column of the text, of the id, and of the date, by the names that
 * the options give to fields. A row is read like a JSON object. Immutable and thread-safe.
 */
public final class ParquetFormat implements FormatProvider, ContainerFormat {
    /** Creates the format; {@link java.util.ServiceLoader} calls this. */
    public ParquetFormat() {}

    @Override
    public List<ContainerFormat> containers() {
        return List.of(this);
    }

    @Override
    public String name() {
        return "parquet";
    }

    @Override
    public boolean recognises(Head head) {
        return head.startsWith('P', 'A', 'R', '1');
    }

    @Override
    public PartReader open(Part whole, ReadContext context) throws IOException {
        ParquetSource source = ParquetSource.open(whole.file(), whole.body());
        try {
            return new Rows(source, whole, context);
        } catch (IOException | RuntimeException e) {
            source.close();
            throw e;
        }
    }

    @Override
    public boolean canCopy() {
        return true;
    }

    @Override
    public void copy(Part whole, FormatOptions options, RecordChoice choice, OutputStream out) throws IOException {
        try (ParquetSource source = ParquetSource.open(whole.file(), whole.body())) {
            new ParquetCopy(source, options.textField(), choice, out).copy();
        }
    }

    /** The rows of a file, one after another. */
    private static final class Rows implements PartReader {
        private final ParquetSource source;
        private final Part whole;
        private final ReadContext context;
        private final FormatOptions options;
        private final Optional<ColumnDescriptor> text;
        private final Optional<ColumnDescriptor> id;
        private final Optional<ColumnDescriptor> date;
        private final boolean idByName;
        private final Iterator<BlockMetaData> rowGroups;
        private final long before;
        private Optional<ColumnReader> texts = Optional.empty();
        private Optional<ColumnReader> ids = Optional.empty();
        private Optional<ColumnReader> dates = Optional.empty();
        private long left;
        private long number;

        Rows(ParquetSource source, Part whole, ReadContext context) throws IOException {
            this.source = source;
            this.whole = whole;
            this.context = context;
            options = context.options();
            idByName = !options.idField().equals(FormatOptions.DEFAULT.idField());
            text = column(options.textField(), true, true);
            id = column(options.idField(), idByName, false);
            date = options.dateField().isPresent() ? column(options.dateField().get(), false, false) : Optional.empty();
            before = context.recordsBefore();
            boolean readable = text.isPresent() && (id.isPresent() || !idByName);
            rowGroups = (readable ? source.rowGroups() : List.<BlockMetaData>of()).iterator();
        }

        /** Finds a column by its name, and reports why there is none that can be read. */
        private Optional<ColumnDescriptor> column(String name, boolean needed, boolean strings) {
            MessageType schema = source.schema();
            String problem = "";
            if (!schema.containsField(name)) {
                problem = "no column \"" + name + "\"; it has: "
                        + schema.getFields().stream().map(Type::getName).collect(Collectors.joining(", "));
            } else {
                Type type = schema.getType(name);
                boolean nested = !type.isPrimitive() || type.isRepetition(Type.Repetition.REPEATED);
                if (nested) {
                    problem = "the column \"" + name + "\" is nested; only columns of single values are read";
                } else if (!isReadable(type.asPrimitiveType(), strings)) {
                    problem = "the column \"" + name + "\" has no " + (strings ? "strings" : "strings or whole numbers")
                            + ": it is " + type;
                }
            }
            if (needed && !problem.isEmpty()) {
                context.skip(whole.place(), 0, Skipped.Reason.MISSING_FIELD, problem);
            }
            return problem.isEmpty() ? Optional.of(schema.getColumnDescription(new String[] {name})) : Optional.empty();
        }

        private static boolean isReadable(PrimitiveType type, boolean strings) {
            boolean string = type.getPrimitiveTypeName() == PrimitiveTypeName.BINARY;
            boolean number = type.getPrimitiveTypeName() == PrimitiveTypeName.INT32
                    || type.getPrimitiveTypeName() == PrimitiveTypeName.INT64;
            return (string || number && !strings)
                    && !(type.getLogicalTypeAnnotation() instanceof DecimalLogicalTypeAnnotation);
        }

        @Override
        public Optional<Part> next() throws IOException {
            try {
                while (left > 0 || rowGroups.hasNext()) {
                    if (left == 0) {
                        open(rowGroups.next());
                        continue;
                    }
                    left--;
                    number++;
                    Optional<byte[]> utf8 = value(texts.orElseThrow());
                    Optional<byte[]> name = ids.isPresent() ? value(ids.get()) : Optional.empty();
                    Optional<byte[]> day = dates.isPresent() ? value(dates.get()) : Optional.empty();
                    context.readFromFile(source.takeBytesRead());
                    Optional<Part> row = row(utf8, name, day);
                    if (row.isPresent()) {
                        return row;
                    }
                }
                return Optional.empty();
            } catch (RuntimeException e) {
                throw ParquetSource.damaged(e);
            }
        }

        private void open(BlockMetaData rowGroup) throws IOException {
            if (number + rowGroup.getRowCount() <= before) {
                number += rowGroup.getRowCount();
                context.readFromFile(rowGroup.getCompressedSize());
                return;
            }
            context.canBeginAfter(number);
            left = rowGroup.getRowCount();
            texts = Optional.of(source.column(rowGroup, text.orElseThrow()));
            ids = id.isPresent() ? Optional.of(source.column(rowGroup, id.get())) : Optional.empty();
            dates = date.isPresent() ? Optional.of(source.column(rowGroup, date.get())) : Optional.empty();
        }

        private Optional<Part> row(Optional<byte[]> utf8, Optional<byte[]> name, Optional<byte[]> day) {
            if (utf8.isEmpty()) {
                return skip(Skipped.Reason.MISSING_FIELD, "the column \"" + options.textField() + "\" is null");
            } else if (utf8.get().length > options.maxDocument()) {
                return skip(Skipped.Reason.TOO_LARGE, "it has more than " + options.maxDocument() + " bytes");
            } else if (name.isEmpty() && idByName) {
                return skip(Skipped.Reason.INVALID, "the column \"" + options.idField() + "\" is null");
            }
            String own = name.map(Rows::string).orElse(whole.id().orElse(whole.name()) + ":" + number);
            return Optional.of(Part.record(place(), number, own, Part.TEXT, new ByteArrayInputStream(utf8.get()))
                    .dated(day.map(Rows::string).orElse("")));
        }

        private Optional<Part> skip(Skipped.Reason reason, String detail) {
            context.skip(place(), number, reason, detail);
            return Optional.empty();
        }

        private String place() {
            return whole.place() + ":" + number;
        }

        private static String string(byte[] utf8) {
            return new String(utf8, StandardCharsets.UTF_8);
        }

        /** Returns the next value as text; empty for null. */
        private static Optional<byte[]> value(ColumnReader column) {
            PrimitiveType type = column.getDescriptor().getPrimitiveType();
            Optional<byte[]> value = Optional.empty();
            if (column.getCurrentDefinitionLevel() == column.getDescriptor().getMaxDefinitionLevel()) {
                value = Optional.of(
                        switch (type.getPrimitiveTypeName()) {
                            case BINARY -> column.getBinary().getBytes();
                            case INT32 -> number(column.getInteger(), type).getBytes(StandardCharsets.US_ASCII);
                            default -> number(column.getLong(), type).getBytes(StandardCharsets.US_ASCII);
                        });
            }
            column.consume();
            return value;
        }

        /** Returns a number in decimal, and a date or a time as ISO 8601 has it. */
        private static String number(long value, PrimitiveType type) {
            if (type.getLogicalTypeAnnotation() instanceof DateLogicalTypeAnnotation) {
                return LocalDate.ofEpochDay(value).toString();
            }
            if (type.getLogicalTypeAnnotation() instanceof TimestampLogicalTypeAnnotation time) {
                long perSecond =
                        switch (time.getUnit()) {
                            case MILLIS -> 1_000L;
                            case MICROS -> 1_000_000L;
                            case NANOS -> 1_000_000_000L;
                        };
                long nanos = Math.floorMod(value, perSecond) * (1_000_000_000L / perSecond);
                return Instant.ofEpochSecond(Math.floorDiv(value, perSecond), nanos)
                        .toString();
            }
            return Long.toString(value);
        }

        @Override
        public void close() throws IOException {
            source.close();
        }
    }

    /** True if a column is a field of the whole record and has this name. */
    static boolean isNamed(ColumnDescriptor column, String name) {
        return Arrays.equals(column.getPath(), new String[] {name});
    }
}

package io.whorl.corpus.internal.container;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.PartReader;
import io.whorl.corpus.format.ReadContext;
import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.format.TextConversionException;
import io.whorl.corpus.internal.container.DumpReader.FieldNames;
import io.whorl.corpus.internal.container.RecordBatches.RecordBatch;
import io.whorl.corpus.internal.container.RecordBatches.TextRecord;
import io.whorl.corpus.internal.container.RecordBuffer.RecordStream;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/**
 * JSON lines, arrays of objects, and concatenated objects. JSON counts as records in one of three cases: its name says
 * JSON lines; its name says JSON or nothing (a pipe), and its first object has a text field or the options name one;
 * its first object has both a text and an id. Other JSON is a document that is delivered unchanged.
 */
record JsonFormat(FormatOptions options) implements RecordFormat {
    private static final Set<String> LINES = Set.of("jsonl", "ndjson");
    private static final int MAX_LEADING_SPACE = 256;
    private static final JsonFactory JSON = new JsonFactory();

    @Override
    public String name() {
        return "json";
    }

    @Override
    public boolean recognises(Head head) {
        String ending = DumpStart.extension(head.name());
        // Web archives state a type, and their addresses often have no extension.
        boolean unnamed = ending.isEmpty() && head.mediaType().isEmpty();
        return LINES.contains(ending)
                || startsObject(head.latin1()) && isRecord(head.latin1(), ending.equals("json"), unnamed);
    }

    private static boolean startsObject(String head) {
        String start = head.stripLeading();
        return start.startsWith("{") || startsArray(start);
    }

    private static boolean startsArray(String head) {
        String start = head.stripLeading();
        return start.startsWith("[") && start.substring(1).stripLeading().startsWith("{");
    }

    /** True if the visible start of the first object has the required fields. */
    private boolean isRecord(String head, boolean named, boolean unnamed) {
        boolean id = named || unnamed;
        // With an explicit text field, records are expected, and those without that field are reported.
        boolean explicit = !options.textField().equals(FormatOptions.DEFAULT.textField());
        boolean text = named && explicit;
        try (JsonParser parser = JSON.createParser(head)) {
            while (parser.nextToken() != JsonToken.START_OBJECT) {}
            while (!(id && text) && parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                JsonToken value = parser.nextToken();
                id |= name.equals(options.idField()) && value.isScalarValue();
                // Without a name, a field proves that this is JSON and not another text that begins with a brace.
                text |= unnamed && explicit || name.equals(options.textField()) && value == JsonToken.VALUE_STRING;
                parser.skipChildren();
            }
        } catch (IOException e) {
            // The head ends here, or the content is not JSON.
            return id && text;
        }
        return id && text;
    }

    @Override
    public PartReader open(Part whole, ReadContext context) throws IOException {
        InputStream in = DumpStart.withoutByteOrderMark(whole.body());
        return new JsonBatches(records(whole, in, start(in)), new JsonRecordParser(whole, context.options()));
    }

    private static String start(InputStream in) throws IOException {
        return new String(DumpStart.peek(in, MAX_LEADING_SPACE), StandardCharsets.ISO_8859_1);
    }

    private static RecordStream records(Part whole, InputStream in, String start) {
        boolean lines = LINES.contains(DumpStart.extension(whole.name())) && !startsArray(start);
        return lines ? new LineStream(in) : new ObjectStream(in);
    }

    /** Empty for an array: its commas belong to no object. */
    @Override
    public Optional<Copying> copying(Part whole, FormatOptions any) throws IOException {
        InputStream in = new BufferedInputStream(whole.body());
        String start = start(in);
        return start.stripLeading().startsWith("[") ? Optional.empty() : Optional.of(records(whole, in, start)::copy);
    }

    @Override
    public Optional<TextCutter> cutter() {
        return Optional.of(new JsonTextCutter(options.textField()));
    }

    /**
     * Parses JSON objects of a dump. Only the id, the text and the date are kept, up to the limit, so objects may have
     * any length. An object without an id is named by its dump and its number, unless the options name the id field;
     * then the object must have it. Immutable and thread-safe.
     */
    private static final class JsonRecordParser {
        /** The least limit of ids, even if documents must be smaller. */
        private static final int MIN_ID_LIMIT = 1 << 16;

        private final Part whole;
        private final FormatOptions options;
        private final JsonFactory json;

        JsonRecordParser(Part whole, FormatOptions options) {
            this.whole = whole;
            this.options = options;
            int maxLength = Math.max(MIN_ID_LIMIT, options.maxDocument());
            json = JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxStringLength(maxLength)
                            .build())
                    .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
                    // A table of all names would grow with every name that an adversary invents.
                    .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                    .build();
        }

        /** Parses an object of any length from a stream, which is not closed. */
        Optional<TextRecord> parse(InputStream object, long number) throws IOException, TextConversionException {
            // The decoder replaces malformed UTF-8, which then costs a character and not the object.
            return parse(json.createParser(new InputStreamReader(object, StandardCharsets.UTF_8)), false, number);
        }

        Optional<TextRecord> parse(byte[] bytes, int from, int length, long number)
                throws IOException, TextConversionException {
            String object = new String(bytes, from, length, StandardCharsets.ISO_8859_1);
            // Without an escape that stands for any character, strings need not be decoded, only to be encoded again.
            if (!object.contains("\\u") && Utf8.isValid(bytes, from, from + length)) {
                try {
                    return parse(json.createParser(object.toCharArray()), true, number);
                } catch (TextConversionException comesAgain) {
                    // Limits and messages are in characters.
                }
            }
            String decoded = new String(bytes, from, length, StandardCharsets.UTF_8);
            return parse(json.createParser(decoded.toCharArray()), false, number);
        }

        private String place(long number) {
            return whole.place() + ":" + number;
        }

        Skipped skipped(long number, TextConversionException e) {
            return new Skipped(place(number), -1, number, e.reason(), e.getMessage());
        }

        /** @param undecoded whether the characters are the bytes of UTF-8 */
        private Optional<TextRecord> parse(JsonParser object, boolean undecoded, long number)
                throws IOException, TextConversionException {
            try (object) {
                return record(object, undecoded, number);
            } catch (JacksonException e) {
                throw DumpReader.invalid("invalid JSON: " + e.getOriginalMessage());
            }
        }

        private Optional<TextRecord> record(JsonParser parser, boolean undecoded, long number)
                throws IOException, TextConversionException {
            JsonToken first = parser.nextToken();
            if (first == null) {
                return Optional.empty();
            }
            if (first != JsonToken.START_OBJECT) {
                throw DumpReader.invalid("not a JSON object");
            }
            String id = null;
            String text = null;
            String date = "";
            boolean wrongId = false;
            FieldNames names = new FieldNames();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = decoded(parser.currentName(), undecoded);
                JsonToken value = parser.nextToken();
                names.add(name);
                boolean isId = name.equals(options.idField());
                boolean isText = name.equals(options.textField());
                boolean isDate = options.dateField().isPresent()
                        && name.equals(options.dateField().get());
                try {
                    boolean simple = value == JsonToken.VALUE_STRING || value.isNumeric();
                    id = isId ? simple ? parser.getText() : null : id;
                    wrongId |= isId && id == null && value != JsonToken.VALUE_NULL;
                    date = isDate ? simple ? parser.getText() : "" : date;
                    text = isText ? value == JsonToken.VALUE_STRING ? parser.getText() : null : text;
                } catch (StreamConstraintsException e) {
                    throw DumpReader.tooLarge(options);
                }
                parser.skipChildren();
            }
            if (parser.nextToken() != null) {
                throw DumpReader.invalid("more than one JSON value");
            }
            if (text == null) {
                throw new TextConversionException(Skipped.Reason.MISSING_FIELD, names.without(options.textField()));
            }
            boolean idByName = !options.idField().equals(FormatOptions.DEFAULT.idField());
            if (id == null && (wrongId || idByName)) {
                throw DumpReader.invalid("no string or number in the field \"" + options.idField() + "\"");
            }
            byte[] utf8 = undecoded
                    ? text.getBytes(StandardCharsets.ISO_8859_1)
                    : Utf8.withoutLoneSurrogates(text).getBytes(StandardCharsets.UTF_8);
            if (utf8.length > options.maxDocument()) {
                throw DumpReader.tooLarge(options);
            }
            String name =
                    id == null ? DumpReader.id(whole, number) : Utf8.withoutLoneSurrogates(decoded(id, undecoded));
            return Optional.of(new TextRecord(place(number), number, name, utf8, decoded(date, undecoded)));
        }

        private static String decoded(String s, boolean undecoded) {
            return undecoded ? new String(s.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8) : s;
        }
    }

    /**
     * Reads the objects in batches. An object that is too long, or in which the stream fails, is a batch of its own,
     * parsed while it is read. Not thread-safe.
     */
    private static final class JsonBatches implements RecordBatches {
        /** A batch ends when it has this many bytes, or {@link #MOST_RECORDS}. */
        private static final int BATCH = 1 << 17;

        private static final int MOST_RECORDS = 1 << 9;
        private static final int LONGEST = 1 << 20;

        private final RecordStream objects;
        private final JsonRecordParser parser;
        private byte[] bytes = new byte[BATCH];
        private int size;
        /** The object that is read as a stream next. */
        private Optional<InputStream> next = Optional.empty();

        JsonBatches(RecordStream objects, JsonRecordParser parser) {
            this.objects = objects;
            this.parser = parser;
        }

        @Override
        public Optional<RecordBatch> nextBatch() throws IOException {
            int[] ends = new int[MOST_RECORDS];
            int count = 0;
            size = 0;
            try {
                while (next.isEmpty() && size < BATCH && count < MOST_RECORDS && objects.next() && take()) {
                    ends[count++] = size;
                }
            } catch (IOException comesAgain) {
                if (count == 0) {
                    throw comesAgain;
                }
            }
            if (count == 0) {
                return next.isPresent() ? Optional.of(parsed()) : Optional.empty();
            }
            long first = objects.number() - count + (next.isPresent() ? 0 : 1);
            byte[] all = Arrays.copyOf(bytes, ends[count - 1]);
            bytes = bytes.length > 2 * BATCH ? new byte[BATCH] : bytes;
            return Optional.of(batch(all, Arrays.copyOf(ends, count), first));
        }

        /** Adds the current object. Returns false if it must be read as a stream; then it is {@link #next}. */
        private boolean take() {
            int from = size;
            boolean whole = false;
            try {
                for (int n = 0; n >= 0 && size - from <= LONGEST; ) {
                    bytes = size == bytes.length ? Arrays.copyOf(bytes, bytes.length * 2) : bytes;
                    n = objects.record.read(bytes, size, bytes.length - size);
                    size += Math.max(0, n);
                    whole = n < 0;
                }
            } catch (IOException comesAgain) {
                // The bytes before it are parsed.
            }
            if (!whole) {
                InputStream begun = new ByteArrayInputStream(Arrays.copyOfRange(bytes, from, size));
                next = Optional.of(new SequenceInputStream(begun, objects.record));
            }
            return whole;
        }

        /** @param ends the end of each object in {@code all} */
        private RecordBatch batch(byte[] all, int[] ends, long first) {
            return new RecordBatch(all.length, ends.length, (reports, records) -> {
                int from = 0;
                for (int i = 0; i < ends.length; i++) {
                    try {
                        parser.parse(all, from, ends[i] - from, first + i).ifPresent(records);
                    } catch (TextConversionException e) {
                        reports.accept(parser.skipped(first + i, e));
                    }
                    from = ends[i];
                }
            });
        }

        private RecordBatch parsed() throws IOException {
            InputStream object = next.orElseThrow();
            next = Optional.empty();
            long number = objects.number();
            try {
                Optional<TextRecord> one = parser.parse(object, number);
                int length = one.map(record -> record.utf8().length).orElse(0);
                return new RecordBatch(length, 1, (reports, records) -> one.ifPresent(records));
            } catch (TextConversionException e) {
                Skipped report = parser.skipped(number, e);
                return new RecordBatch(0, 1, (reports, records) -> reports.accept(report));
            }
        }
    }

    /**
     * Splits JSON at the ends of its outermost values, in an array or concatenated. It tracks only brackets and
     * strings, so a value that is malformed inside, or too large, costs no other value. A value that is not closed ends
     * where that becomes visible: at a line end inside a string, which JSON forbids, or where another object or array
     * follows without a comma.
     */
    private static final class ObjectStream extends RecordStream {
        private boolean inArray;
        private boolean bracketed;
        private boolean fresh;
        private boolean inString;
        private boolean escaped;
        /** The last byte of the value, ignoring white space; of a string, its closing quote. */
        private int before;

        private long depth;

        ObjectStream(InputStream in) {
            super(in);
        }

        @Override
        boolean begin() throws IOException {
            while (at < limit || fill()) {
                int c = buffer[at];
                if (c == '[' && !inArray || c == ']' && inArray) {
                    inArray = c == '[';
                    at++;
                } else if (isSpace(c) || c == ',') {
                    at++;
                } else {
                    begin(c);
                    return true;
                }
            }
            if (inArray) {
                throw new EOFException("the JSON array is truncated: its end is missing");
            }
            return false;
        }

        private void begin(int first) {
            bracketed = first == '{' || first == '[' || first == '"';
            fresh = true;
            inString = false;
            escaped = false;
            depth = 0;
            before = 0;
        }

        @Override
        void scan(int to) {
            if (bracketed) {
                while (at < to && inRecord) {
                    inside(buffer[at++]);
                }
                return;
            }
            // A number, a word, or garbage: up to where another value can start, at least one byte.
            while (at < to && (fresh || !isSpace(buffer[at]) && ",[]{}\"".indexOf(buffer[at]) < 0)) {
                fresh = false;
                at++;
            }
            inRecord = at == to;
        }

        private void inside(int c) {
            if (inString) {
                boolean ends = c == '"' && !escaped;
                escaped = c == '\\' && !escaped;
                inString = !ends;
                inRecord = c != '\n' && (!ends || depth > 0);
            } else if (c == '"') {
                inString = true;
            } else if ((c == '{' || c == '[') && depth > 0 && "{[,:".indexOf(before) < 0) {
                // The bracket starts the next value.
                at--;
                inRecord = false;
            } else if (c == '{' || c == '[') {
                depth++;
            } else if (c == '}' || c == ']') {
                depth--;
                inRecord = depth > 0;
            }
            before = isSpace(c) ? before : c;
        }

        private static boolean isSpace(int c) {
            return c == ' ' || c == '\n' || c == '\r' || c == '\t';
        }

        @Override
        void endOfStream() throws EOFException {
            // A number or a word may end with the stream.
            if (bracketed) {
                throw new EOFException("the JSON is truncated in its value " + number());
            }
        }
    }

    /** Splits a stream into lines, without their ends. */
    private static final class LineStream extends RecordStream {
        LineStream(InputStream in) {
            super(in);
        }

        @Override
        boolean begin() throws IOException {
            return at < limit || fill();
        }

        @Override
        void scan(int to) {
            while (at < to && buffer[at] != '\n') {
                at++;
            }
            if (at < limit && buffer[at] == '\n') {
                at++;
                inRecord = false;
            }
        }

        @Override
        int length(int from) {
            return at - from - (inRecord ? 0 : 1);
        }

        @Override
        void endOfStream() {
            // The last line may have no end.
        }
    }

    /**
     * Leaves parts out of the string that is the text of a JSON object. The escapes of the rest stay as they are.
     * Malformed UTF-8 of the object becomes U+FFFD, as it is read.
     */
    record JsonTextCutter(String field) implements TextCutter {
        private static final int UNICODE = 6;
        private static final JsonFactory JSON = JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxStringLength(Integer.MAX_VALUE)
                        .build())
                .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                .build();

        @Override
        public byte[] cut(byte[] record, int[] cuts) throws IOException {
            String object = new String(record, StandardCharsets.UTF_8);
            int at = text(object) + 1;
            StringBuilder kept = new StringBuilder(object.length()).append(object, 0, at);
            int from = at;
            // The place in the decoded text, in bytes of UTF-8.
            long decoded = 0;
            for (int i = 0; i < cuts.length; i++) {
                while (decoded < cuts[i] && object.charAt(at) != '"') {
                    int c = character(object, at);
                    at += object.charAt(at) != '\\' ? Character.charCount(c) : escape(object, at, c);
                    decoded += c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
                }
                if (decoded != cuts[i]) {
                    throw changed();
                }
                kept.append(object, from, i % 2 == 0 ? at : from);
                from = at;
            }
            return kept.append(object, from, object.length()).toString().getBytes(StandardCharsets.UTF_8);
        }

        /** Returns the character that is written here. A surrogate without its other half is read as U+FFFD. */
        private static int character(String object, int at) {
            if (object.charAt(at) != '\\') {
                return object.codePointAt(at);
            }
            if (object.charAt(at + 1) != 'u') {
                // The other escapes stand for one byte.
                return ' ';
            }
            char c = unit(object, at);
            boolean pair = Character.isHighSurrogate(c)
                    && object.startsWith("\\u", at + UNICODE)
                    && Character.isLowSurrogate(unit(object, at + UNICODE));
            return pair ? Character.toCodePoint(c, unit(object, at + UNICODE)) : c;
        }

        private static char unit(String object, int at) {
            return (char) Integer.parseInt(object, at + 2, at + UNICODE, 16);
        }

        /** The length of the escape that stands for a character. */
        private static int escape(String object, int at, int c) {
            return object.charAt(at + 1) != 'u' ? 2 : UNICODE * Character.charCount(c);
        }

        /** Returns the place of the quote that begins the last string that the field has. */
        private int text(String object) throws IOException {
            int open = -1;
            try (JsonParser parser = JSON.createParser(object.toCharArray())) {
                parser.nextToken();
                while (parser.nextToken() == JsonToken.FIELD_NAME) {
                    boolean isText = parser.currentName().equals(field);
                    if (parser.nextToken() == JsonToken.VALUE_STRING && isText) {
                        open = (int) parser.currentTokenLocation().getCharOffset();
                    }
                    parser.skipChildren();
                }
            }
            if (open < 0 || object.charAt(open) != '"') {
                throw changed();
            }
            return open;
        }

        private static IOException changed() {
            return new IOException("the text of a record is not what it was when it was read");
        }
    }
}

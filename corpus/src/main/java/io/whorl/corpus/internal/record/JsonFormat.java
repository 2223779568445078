package io.whorl.corpus.internal.record;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.whorl.corpus.format.ContainerFormat;
import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.PartReader;
import io.whorl.corpus.format.ReadContext;
import io.whorl.corpus.internal.io.RecordCopier;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;

/**
 * JSON lines, arrays of objects, and concatenated objects. JSON counts as records in one of three cases: its name says
 * JSON lines; its name says JSON or nothing (a pipe), and its first object has a text field or the options name one;
 * its first object has both a text and an id. Other JSON is a document that is delivered unchanged.
 */
final class JsonFormat implements ContainerFormat {
    private static final Set<String> LINES = Set.of("jsonl", "ndjson");
    private static final int MAX_LEADING_SPACE = 256;
    private static final JsonFactory JSON = new JsonFactory();

    private final FormatOptions options;

    JsonFormat(FormatOptions options) {
        this.options = options;
    }

    @Override
    public String name() {
        return "json";
    }

    @Override
    public boolean recognises(Head head) {
        String ending = FileExtension.of(head.name());
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
        InputStream in = new BufferedInputStream(ByteOrderMark.skip(whole.body()));
        return new JsonPartReader(whole, records(whole, in, start(in)), context);
    }

    private static String start(InputStream in) throws IOException {
        return new String(StreamStart.peek(in, MAX_LEADING_SPACE), StandardCharsets.ISO_8859_1);
    }

    private static RecordStream records(Part whole, InputStream in, String start) {
        boolean lines = LINES.contains(FileExtension.of(whole.name())) && !startsArray(start);
        return lines ? new LineStream(in) : new ObjectStream(in);
    }

    /** Opens a copier of objects. Empty for an array: its commas belong to no object. */
    static Optional<RecordCopier> copier(Part whole) throws IOException {
        InputStream in = new BufferedInputStream(whole.body());
        String start = start(in);
        return start.stripLeading().startsWith("[") ? Optional.empty() : Optional.of(records(whole, in, start));
    }
}

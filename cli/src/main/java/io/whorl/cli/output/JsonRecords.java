package io.whorl.cli.output;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/** One JSON object per line. */
final class JsonRecords implements Records {
    private final List<Column> columns;
    private final Writer out;
    private final JsonGenerator json;

    JsonRecords(Writer out, List<Column> columns) throws IOException {
        this.columns = columns;
        this.out = out;
        json = Escapes.JSON.createGenerator(out);
        json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
        // Each object ends its line, so that a reader of a pipe gets whole lines.
        json.setPrettyPrinter(new MinimalPrettyPrinter(""));
    }

    @Override
    public void add(Value... values) throws IOException {
        json.writeStartObject();
        for (int i = 0; i < values.length; i++) {
            values[i].toJson(columns.get(i).name(), json);
        }
        json.writeEndObject();
        json.writeRaw('\n');
    }

    @Override
    public void flush() throws IOException {
        json.flush();
        out.flush();
    }

    @Override
    public void close() throws IOException {
        json.close();
        out.flush();
    }
}

package io.whorl.cli.html;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.whorl.cli.output.Escapes;
import io.whorl.cli.output.Table;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/** Writes the data of a page as compressed blocks, one after the other. Nothing of a block is kept. */
record DataBlocks(OutputStream out) {
    private static final JsonFactory JSON = new JsonFactory();

    interface Block {
        void writeTo(OutputStream out) throws IOException;
    }

    interface JsonBlock {
        void writeTo(JsonGenerator json) throws IOException;
    }

    /** Writes a block that the script finds by its id. A script of this type is data: browsers do not run it. */
    void write(String id, Block block) throws IOException {
        print("<script type=\"text/plain\" id=\"" + id + "\">");
        Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION);
        try (OutputStream base64 = Base64.getEncoder().wrap(new Unclosed(out));
                OutputStream deflated = new DeflaterOutputStream(base64, deflater, 8_192)) {
            block.writeTo(deflated);
        } finally {
            deflater.end();
        }
        print("</script>\n");
    }

    void writeJson(String id, JsonBlock block) throws IOException {
        write(id, bytes -> {
            try (JsonGenerator json = JSON.createGenerator(bytes)) {
                block.writeTo(json);
            }
        });
    }

    /** Writes an element of an array. */
    interface Element<T> {
        void write(T element) throws IOException;
    }

    static <T> void array(JsonGenerator json, String field, Iterable<T> elements, Element<T> writer)
            throws IOException {
        json.writeArrayFieldStart(field);
        for (T element : elements) {
            writer.write(element);
        }
        json.writeEndArray();
    }

    static <T> void objects(JsonGenerator json, String field, Table<T> table, Iterable<T> rows) throws IOException {
        json.writeFieldName(field);
        table.write(rows, json);
    }

    /** Writes names and sentences so that they are safe to show. */
    static void texts(JsonGenerator json, String field, Iterable<String> texts) throws IOException {
        array(json, field, texts, text -> json.writeString(Escapes.visible(text)));
    }

    void print(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }

    private static final class Unclosed extends FilterOutputStream {
        Unclosed(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            out.write(bytes, from, length);
        }

        @Override
        public void close() throws IOException {
            flush();
        }
    }
}

package io.whorl.cli.html;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.whorl.align.Passage;
import io.whorl.align.Span;
import io.whorl.cli.output.Escapes;
import io.whorl.cli.passages.CheckedText;
import io.whorl.cli.passages.GivenText;
import io.whorl.cli.passages.SharingPair;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/**
 * A report as one HTML file that needs no network. Names and texts are embedded only as compressed data in base64,
 * which cannot contain markup, and the page shows them as text nodes. A content security policy allows no script but
 * the page's own, by its digest.
 */
public final class ReportPage {
    /** The parts of the script, in order. */
    private static final List<String> SCRIPTS =
            List.of("base", "words", "pane", "list", "pair", "minimap", "one", "layout", "graph", "main");

    private final List<CheckedText> texts;
    private final List<SharingPair> pairs;
    private final Contents contents;

    public ReportPage(Contents contents) {
        this.contents = contents;
        texts = contents.texts();
        pairs = contents.pairs();
    }

    /** Writes the page. Equal reports have equal bytes. */
    public void write(OutputStream out) throws IOException {
        String style = resource("report.css");
        String script = script();
        String[] page = resource("report.html")
                .replace("@STYLE_HASH@", digest(style))
                .replace("@SCRIPT_HASH@", digest(script))
                .replace("@STYLE@", style)
                .replace("@SCRIPT@", script)
                .split("@DATA@");
        print(out, page[0]);
        writeData(out);
        print(out, page[1]);
    }

    private void writeData(OutputStream out) throws IOException {
        Map<CheckedText, Places> shown = new IdentityHashMap<>();
        Map<CheckedText, Integer> numbers = new IdentityHashMap<>();
        for (CheckedText text : texts) {
            numbers.put(text, numbers.size());
        }
        for (SharingPair pair : pairs) {
            for (CheckedText text : List.of(pair.a(), pair.b())) {
                if (!shown.containsKey(text)) {
                    String string = new String(text.utf8(), StandardCharsets.UTF_8);
                    shown.put(text, new Places(string));
                    writeBlock(
                            out,
                            "text-" + numbers.get(text),
                            block -> block.write(string.getBytes(StandardCharsets.UTF_8)));
                }
            }
        }
        writeBlock(out, "data", block -> {
            try (JsonGenerator json = new JsonFactory().createGenerator(block)) {
                json.writeStartObject();
                json.writeNumberField("total", contents.total());
                writeLeftOut(json);
                writeTexts(json, shown);
                writePairs(json, shown, numbers);
                json.writeEndObject();
            }
        });
    }

    private void writeLeftOut(JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("leftOut");
        for (LeftOut group : contents.leftOut()) {
            json.writeStartObject();
            json.writeStringField("reason", group.reason());
            json.writeNumberField("count", group.count());
            json.writeArrayFieldStart("names");
            for (String name : group.names()) {
                json.writeString(Escapes.visible(name));
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("notes");
        for (String note : contents.notes()) {
            json.writeString(Escapes.visible(note));
        }
        json.writeEndArray();
    }

    private void writeTexts(JsonGenerator json, Map<CheckedText, Places> shown) throws IOException {
        json.writeArrayFieldStart("documents");
        for (CheckedText text : texts) {
            json.writeStartObject();
            json.writeStringField("id", Escapes.visible(text.id()));
            json.writeNumberField("words", text.words());
            if (text.reference()) {
                json.writeBooleanField("reference", true);
            }
            if (shown.containsKey(text) && !text.given().isEmpty()) {
                json.writeArrayFieldStart("template");
                writeGiven(json, text);
                json.writeEndArray();
            }
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void writeGiven(JsonGenerator json, CheckedText text) throws IOException {
        int bytes = 0;
        int units = 0;
        for (GivenText.Range range : text.given()) {
            units += units(text.utf8(), bytes, range.start());
            int length = units(text.utf8(), range.start(), range.end());
            json.writeArray(new int[] {units, units + length}, 0, 2);
            units += length;
            bytes = range.end();
        }
    }

    private static int units(byte[] utf8, int from, int to) {
        return new String(utf8, from, to - from, StandardCharsets.UTF_8).length();
    }

    private void writePairs(JsonGenerator json, Map<CheckedText, Places> shown, Map<CheckedText, Integer> numbers)
            throws IOException {
        json.writeArrayFieldStart("pairs");
        int rank = 0;
        for (SharingPair pair : pairs) {
            json.writeStartObject();
            json.writeNumberField("rank", ++rank);
            json.writeNumberField("a", numbers.get(pair.a()));
            json.writeNumberField("b", numbers.get(pair.b()));
            json.writeNumberField("words", pair.words());
            json.writeNumberField("shareA", pair.shareOfA());
            json.writeNumberField("shareB", pair.shareOfB());
            json.writeArrayFieldStart("passages");
            for (Passage passage : pair.passages()) {
                json.writeStartObject();
                writeSpan(json, "a", passage.a(), shown.get(pair.a()));
                writeSpan(json, "b", passage.b(), shown.get(pair.b()));
                json.writeNumberField("kind", passage.kind().ordinal());
                json.writeNumberField("words", passage.words());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void writeSpan(JsonGenerator json, String field, Span span, Places places) throws IOException {
        json.writeFieldName(field);
        json.writeArray(new int[] {places.of(span.start()), places.of(span.end())}, 0, 2);
    }

    /** Places of code points as places of UTF-16 units, which the page uses. */
    private static final class Places {
        private final int[] units;
        private final int length;

        Places(String text) {
            length = text.length();
            List<Integer> found = new ArrayList<>();
            if (text.codePointCount(0, length) < length) {
                for (int i = 0; i < length; i += Character.charCount(text.codePointAt(i))) {
                    found.add(i);
                }
            }
            units = found.stream().mapToInt(Integer::intValue).toArray();
        }

        int of(int codePoint) {
            return units.length == 0
                    ? Math.min(codePoint, length)
                    : codePoint < units.length ? units[codePoint] : length;
        }
    }

    private interface Block {
        void writeTo(OutputStream out) throws IOException;
    }

    /** A script of this type is data: browsers do not run it. */
    private static void writeBlock(OutputStream out, String id, Block block) throws IOException {
        print(out, "<script type=\"text/plain\" id=\"" + id + "\">");
        Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION);
        try (OutputStream base64 = Base64.getEncoder().wrap(new Unclosed(out));
                OutputStream deflated = new DeflaterOutputStream(base64, deflater)) {
            block.writeTo(deflated);
        } finally {
            deflater.end();
        }
        print(out, "</script>\n");
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

    private static void print(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String script() throws IOException {
        StringBuilder script = new StringBuilder("'use strict';\n(() => {\n");
        for (String part : SCRIPTS) {
            script.append(resource("page/" + part + ".js"));
        }
        return script.append("})();\n").toString();
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = ReportPage.class.getResourceAsStream(name)) {
            // Line ends of the platform would change the digest.
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
        }
    }

    private static String digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "sha256-" + Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}

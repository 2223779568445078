package io.whorl.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.whorl.align.Passage;
import io.whorl.align.Span;
import io.whorl.cli.PairAlignment.SharingPair;
import io.whorl.cli.PairAlignment.SharingPair.CheckedText;
import io.whorl.internal.Json;
import io.whorl.minutiae.DocumentDigests;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.apache.commons.io.function.IOConsumer;
import org.apache.commons.io.output.CloseShieldOutputStream;

/**
 * One HTML file that needs no network. Names and texts are embedded only as compressed data in base64, which cannot
 * contain markup, and the script shows them as text nodes. A content security policy allows no script but the page's
 * own, by its digest.
 *
 * @param title the title, without markup
 * @param content the resource with the body. Before it are the resources of the style and of the script, in order.
 *     {@code @INCLUDE name@} in it stands for another resource
 */
record HtmlPage(String title, String content, List<String> languages) {
    private static final Pattern PART = Pattern.compile("@(STYLE|SCRIPT) ([a-z./-]+)@\n");
    private static final Pattern INCLUDE = Pattern.compile("@INCLUDE ([a-z.]+)@");

    /** Writes the page. Equal data have equal bytes. */
    void write(OutputStream out, IOConsumer<DataBlocks> data) throws IOException {
        StringBuilder styles = new StringBuilder();
        StringBuilder scripts = new StringBuilder("'use strict';\n(() => {\n");
        Matcher parts = PART.matcher(resource(content));
        while (parts.find()) {
            (parts.group(1).equals("STYLE") ? styles : scripts).append(resource(parts.group(2)));
        }
        String style = styles.toString();
        String script = scripts + "})();\n";
        String body = INCLUDE.matcher(parts.replaceAll(""))
                .replaceAll(name -> Matcher.quoteReplacement(resource(name.group(1))));
        String[] page = resource("page.html")
                .replace("@BODY@", body)
                .replace("@TITLE@", title)
                .replace("@STYLE_HASH@", digest(style))
                .replace("@SCRIPT_HASH@", digest(script))
                .replace("@STYLE@", style)
                .replace("@SCRIPT@", script)
                .split("@DATA@");
        DataBlocks blocks = new DataBlocks(out);
        blocks.print(page[0]);
        blocks.writeJson("sayings", json -> json.writeRaw(PageTexts.json(languages)));
        data.accept(blocks);
        blocks.print(page[1]);
    }

    private static String resource(String name) {
        return Resource.text(HtmlPage.class, "html/" + name);
    }

    private static String digest(String text) {
        byte[] digest = DocumentDigests.sha256().digest(text.getBytes(StandardCharsets.UTF_8));
        return "sha256-" + Base64.getEncoder().encodeToString(digest);
    }

    /** The texts of the pages: one resource for each language, with the same keys and placeholders. */
    public static final class PageTexts {
        static final List<String> LANGUAGES = List.of("de", "en", "es", "fr", "zh");
        static final Pattern PLACEHOLDER = Pattern.compile("\\{(\\w+)}");

        private static final String FORMS = " | ";
        private static final Properties ENGLISH = of("en");

        private PageTexts() {}

        static Properties of(String language) {
            Properties texts = new Properties();
            try {
                texts.load(new StringReader(resource("texts/" + language + ".properties")));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return texts;
        }

        /** Returns the texts of languages as JSON. */
        private static String json(List<String> languages) {
            Map<String, Object> all = new LinkedHashMap<>();
            languages.forEach(language -> all.put(language, new TreeMap<>(of(language))));
            return Json.write(all);
        }

        /**
         * Returns a text in English, for messages that the page repeats.
         *
         * @param values of the placeholders, numbers of type Long or texts; n decides between one and several
         */
        public static String english(String key, Map<String, ?> values) {
            String[] forms = ENGLISH.getProperty(key).split(Pattern.quote(FORMS));
            boolean several = values.get("n") instanceof Long n && n != 1;
            String form = several ? forms[forms.length - 1] : forms[0];
            return PLACEHOLDER.matcher(form).replaceAll((MatchResult found) -> {
                Object value = values.get(found.group(1));
                return Matcher.quoteReplacement(
                        value instanceof Long number
                                ? Amount.say("%,d", number)
                                : value == null ? found.group() : value.toString());
            });
        }
    }

    /** Writes the data of a page as compressed blocks, one after the other. Nothing of a block is kept. */
    record DataBlocks(OutputStream out) {
        private static final JsonFactory JSON = new JsonFactory();

        /** Writes a block that the script finds by its id. A script of this type is data: browsers do not run it. */
        void write(String id, IOConsumer<OutputStream> block) throws IOException {
            print("<script type=\"text/plain\" id=\"" + id + "\">");
            Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION);
            try (OutputStream base64 = Base64.getEncoder().wrap(CloseShieldOutputStream.wrap(out));
                    OutputStream deflated = new DeflaterOutputStream(base64, deflater, 8_192)) {
                block.accept(deflated);
            } finally {
                deflater.end();
            }
            print("</script>\n");
        }

        void writeJson(String id, IOConsumer<JsonGenerator> block) throws IOException {
            write(id, bytes -> {
                try (JsonGenerator json = JSON.createGenerator(bytes)) {
                    block.accept(json);
                }
            });
        }

        static <T> void array(JsonGenerator json, String field, Iterable<T> elements, IOConsumer<T> writer)
                throws IOException {
            json.writeArrayFieldStart(field);
            for (T element : elements) {
                writer.accept(element);
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
    }

    /** The figures and passages of a pair as JSON for a page, with places in UTF-16 units. */
    static final class PassagesJson {
        private PassagesJson() {}

        /**
         * The fields of a pair.
         *
         * @param places of the texts, by identity
         */
        static Table<SharingPair> table(Map<CheckedText, Places> places) {
            return new Table<SharingPair>()
                    .count("words", SharingPair::words)
                    .number("shareA", p -> Value.ratio(p.shareOfA()))
                    .number("shareB", p -> Value.ratio(p.shareOfB()))
                    .mark("reordered", SharingPair::reordered)
                    .json("passages", p -> passages(p, places.get(p.a()), places.get(p.b()))
                            .json(p.passages()));
        }

        private static Table<Passage> passages(SharingPair pair, Places a, Places b) {
            return new Table<Passage>()
                    .json("a", p -> a.json(p.a()))
                    .json("b", p -> b.json(p.b()))
                    .optionalText("pageA", p -> pair.a().places().pages(p.a()))
                    .optionalText("pageB", p -> pair.b().places().pages(p.b()))
                    .text("kind", p -> p.kind().name().toLowerCase(Locale.ROOT))
                    .count("words", Passage::words);
        }

        /** Places of code points of a text as places of UTF-16 units, which browsers use. */
        static final class Places {
            private final int[] units;
            private final int length;

            Places(String text) {
                length = text.length();
                int points = text.codePointCount(0, length);
                units = new int[points < length ? points : 0];
                for (int i = 0, unit = 0; i < units.length; i++) {
                    units[i] = unit;
                    unit += Character.charCount(text.codePointAt(unit));
                }
            }

            int of(int codePoint) {
                return units.length == 0
                        ? Math.min(codePoint, length)
                        : codePoint < units.length ? units[codePoint] : length;
            }

            private String json(Span span) {
                return "[" + of(span.start()) + "," + of(span.end()) + "]";
            }
        }
    }
}

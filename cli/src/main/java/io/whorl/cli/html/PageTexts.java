package io.whorl.cli.html;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The texts of the pages: one resource for each language, with the same keys and placeholders. */
public final class PageTexts {
    static final List<String> LANGUAGES = List.of("de", "en", "es", "fr", "zh");
    static final Pattern PLACEHOLDER = Pattern.compile("\\{(\\w+)}");

    private static final String FORMS = " | ";
    private static final Properties ENGLISH = of("en");

    private PageTexts() {}

    static Properties of(String language) {
        Properties texts = new Properties();
        try (InputStream in = PageTexts.class.getResourceAsStream("texts/" + language + ".properties")) {
            texts.load(new InputStreamReader(in, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return texts;
    }

    /** Writes an object with the texts of some languages. */
    static void write(List<String> languages, JsonGenerator json) throws IOException {
        json.writeStartObject();
        for (String language : languages) {
            Properties texts = of(language);
            json.writeObjectFieldStart(language);
            for (String key : new TreeSet<>(texts.stringPropertyNames())) {
                json.writeStringField(key, texts.getProperty(key));
            }
            json.writeEndObject();
        }
        json.writeEndObject();
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
                            ? String.format(Locale.ROOT, "%,d", number)
                            : value == null ? found.group() : value.toString());
        });
    }
}

package io.whorl.corpus.internal.text;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** The parameters of a media type such as {@code text/plain; charset="utf-8"}. */
final class MediaParameters {
    private MediaParameters() {}

    /** Parameters by name in lower case. Malformed ones are ignored; of repeated ones, the first counts. */
    static Map<String, String> of(String mediaType) {
        Map<String, String> parameters = new HashMap<>();
        String[] pieces = mediaType.split(";");
        for (int i = 1; i < pieces.length; i++) {
            int equal = pieces[i].indexOf('=');
            if (equal > 0) {
                String value = pieces[i].substring(equal + 1).strip();
                boolean quoted = value.length() > 1
                        && (value.startsWith("\"") && value.endsWith("\"")
                                || value.startsWith("'") && value.endsWith("'"));
                parameters.putIfAbsent(
                        pieces[i].substring(0, equal).strip().toLowerCase(Locale.ROOT),
                        quoted ? value.substring(1, value.length() - 1) : value);
            }
        }
        return parameters;
    }
}

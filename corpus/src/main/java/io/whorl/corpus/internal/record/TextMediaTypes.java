package io.whorl.corpus.internal.record;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Decides which media types on the web contain prose, and whether bytes can be text. */
final class TextMediaTypes {
    private static final Set<String> NOT_PROSE = Set.of(
            "text/css",
            "text/javascript",
            "text/ecmascript",
            "text/x-javascript",
            "text/calendar",
            "text/vcard",
            "text/x-vcard",
            "text/x-component",
            "text/dns",
            "text/event-stream",
            "text/json",
            "text/xml",
            "text/xsl");
    private static final Set<String> UNKNOWN =
            Set.of("", "application/octet-stream", "binary/octet-stream", "unknown/unknown", "application/unknown");
    private static final Pattern DOCUMENTS = Pattern.compile("application/(pdf|rtf|msword|epub\\+zip|xhtml\\+xml"
            + "|vnd\\.oasis\\.opendocument\\..*|vnd\\.openxmlformats-officedocument\\..*"
            + "|vnd\\.ms-(powerpoint|excel|word).*)");
    private static final int EXAMINED = 4_096;

    private TextMediaTypes() {}

    /** The type without parameters, in lower case. */
    static String base(String mediaType) {
        int end = mediaType.indexOf(';');
        return (end < 0 ? mediaType : mediaType.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    }

    /** True if the type does not tell what the bytes are. */
    static boolean isUnknown(String mediaType) {
        String base = base(mediaType);
        return UNKNOWN.contains(base) || base.indexOf('/') < 0;
    }

    /** True if documents of this type can contain prose. */
    static boolean isText(String mediaType) {
        String base = base(mediaType);
        return isUnknown(mediaType) || base.startsWith("text/") && !NOT_PROSE.contains(base) || isDocument(base);
    }

    private static boolean isDocument(String base) {
        return DOCUMENTS.matcher(base).matches();
    }

    /** True if the bytes agree with the media type: text has no NULs, except in UTF-16 and UTF-32. */
    static boolean agree(byte[] bytes, String mediaType) {
        String charset = mediaType.toLowerCase(Locale.ROOT);
        boolean wide = charset.contains("utf-16")
                || charset.contains("utf-32")
                || charset.contains("ucs-2")
                || bytes.length > 1
                        && (bytes[0] == (byte) 0xff && bytes[1] == (byte) 0xfe
                                || bytes[0] == (byte) 0xfe && bytes[1] == (byte) 0xff);
        String base = base(mediaType);
        boolean nul = false;
        for (int i = 0; !nul && i < Math.min(bytes.length, EXAMINED); i++) {
            nul = bytes[i] == 0;
        }
        return !nul || wide || isDocument(base) && !base.equals("application/xhtml+xml");
    }
}

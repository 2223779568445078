package io.whorl.lab.plot;

/** Escapes text for XML and HTML. */
public final class Xml {
    private Xml() {}

    /** Escapes markup characters. Characters that XML does not allow become U+FFFD. */
    public static String escape(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(c -> {
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.appendCodePoint(allowed(c) ? c : 0xFFFD);
            }
        });
        return out.toString();
    }

    private static boolean allowed(int c) {
        return c >= 0x20 && c < 0xD800 || c == '\t' || c == '\n' || c >= 0xE000 && c != 0xFFFE && c != 0xFFFF;
    }
}

package io.whorl.corpus.internal.text;

import java.util.regex.Pattern;

/** The YAML or TOML that site generators keep before a page's text: fields of a record, not prose. */
final class FrontMatter {
    /** Longer ones are not looked for, so that a rule at the top of a text costs no search of all of it. */
    private static final int LONGEST = 65_536;

    private static final Pattern FIELD = Pattern.compile("[\\w\"'][\\w\"'. -]{0,99}[:=].*");

    private FrontMatter() {}

    /** Where the text begins: 0 if there is no front matter, which has fields, no empty line first, and an end. */
    static int end(String source) {
        String border = source.startsWith("---") ? "---" : source.startsWith("+++") ? "+++" : "";
        if (border.isEmpty()) {
            return 0;
        }
        boolean fields = false;
        int from = next(source, 0);
        if (!source.substring(0, from).strip().equals(border)) {
            return 0;
        }
        while (from < Math.min(source.length(), LONGEST)) {
            int next = next(source, from);
            String line = source.substring(from, next).stripTrailing();
            if (line.equals(border) || line.equals("...")) {
                return fields ? next : 0;
            }
            if (!fields && !line.startsWith("#") && !FIELD.matcher(line).matches()) {
                return 0;
            }
            fields |= !line.startsWith("#");
            from = next;
        }
        return 0;
    }

    /** Where the next line begins. */
    private static int next(String source, int from) {
        int newline = source.indexOf('\n', from);
        return newline < 0 ? source.length() : newline + 1;
    }
}

package io.whorl.corpus.text;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The YAML or TOML that site generators keep before a page's text: fields of a record, not prose. */
final class FrontMatter {
    /** Longer ones are not looked for, so that a rule at the top of a text costs no search of all of it. */
    private static final int LONGEST = 65_536;
    private static final Pattern BLOCK = Pattern.compile(
            "(?:---[ \\t]*\\R(?=[\\w\"'#-][^\\n]*)|\\+\\+\\+[ \\t]*\\R)(?:(?!---|\\+\\+\\+|\\.\\.\\.)[^\\n]*+\\n)*+(?:---|\\.\\.\\.|\\+\\+\\+)[ \\t]*(?:\\R|$)");
    private static final Pattern FIELD = Pattern.compile("(?m)^[\\w\"'. -]+[:=]");

    private FrontMatter() {}

    /** Where the text begins: 0 if there is no front matter. */
    static int end(String source) {
        if (!source.startsWith("---") && !source.startsWith("+++")) {
            return 0;
        }
        Matcher block = BLOCK.matcher(source.substring(0, Math.min(source.length(), LONGEST)));
        return block.lookingAt() && FIELD.matcher(block.group()).find() ? block.end() : 0;
    }
}

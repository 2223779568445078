package io.whorl.corpus.text;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.TextFormat;
import java.util.regex.Pattern;

/**
 * LaTeX, by its document class after nothing but comments and commands, or by its name if it has commands. Files that
 * it includes are documents of their own.
 */
final class LatexFormat implements TextFormat {
    private static final Pattern BEGINS =
            Pattern.compile("\\\\(?:documentclass|documentstyle|begin\\{document\\})[\\s\\[{].*");
    private static final Pattern BEFORE = Pattern.compile("(?:%.*|\\\\[A-Za-z@]+.*|)");
    private static final Pattern COMMAND = Pattern.compile("\\\\[A-Za-z]{2,}");

    @Override
    public String name() {
        return "latex";
    }

    @Override
    public boolean recognises(Head head) {
        if (head.isMediaType("application/x-latex")
                || head.isMediaType("application/x-tex")
                || head.isMediaType("text/x-tex")) {
            return true;
        }
        if (!Look.isUnsaid(head)) {
            return false;
        }
        String first = Look.text(head);
        return !Look.hasNul(first)
                && (begins(first)
                        || Look.isNamed(head, ".tex", ".ltx", ".latex")
                                && COMMAND.matcher(first).find());
    }

    private static boolean begins(String first) {
        for (String line : (Iterable<String>) first.lines()::iterator) {
            if (BEGINS.matcher(line.strip() + " ").matches()) {
                return true;
            }
            if (!BEFORE.matcher(line.strip()).matches()) {
                return false;
            }
        }
        return false;
    }

    @Override
    public byte[] text(byte[] document, Head head) {
        String source = Decoding.of(document, head).replace("\r\n", "\n").replace('\r', '\n');
        Prose prose = new Prose(source.length());
        LatexProse.of(source, prose);
        return prose.utf8();
    }
}

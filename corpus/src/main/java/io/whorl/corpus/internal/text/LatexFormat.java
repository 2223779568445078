package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.Head;
import java.util.regex.Pattern;

/**
 * LaTeX, detected by a document class that only comments and commands precede, or by name if there are commands.
 * Included files are separate documents.
 */
final class LatexFormat extends ProseFormat {
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
        if (!HeadChecks.isUntyped(head)) {
            return false;
        }
        String first = HeadChecks.text(head);
        return !HeadChecks.hasNul(first)
                && (begins(first)
                        || HeadChecks.isNamed(head, ".tex", ".ltx", ".latex")
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
    ProseBuilder prose(DecodedText decoded, Head head, boolean mapped) {
        ProseBuilder prose = new ProseBuilder(decoded.text().length(), mapped);
        LatexConverter.of(prose.unified(decoded.text()), prose);
        return prose;
    }
}

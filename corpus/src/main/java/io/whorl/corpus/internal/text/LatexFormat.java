package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.internal.text.TextDecoder.DecodedText;
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

    LatexFormat() {
        super("latex", "application/x-latex", "application/x-tex", "text/x-tex");
    }

    @Override
    boolean begins(String first, Head head) {
        return begins(first)
                || HeadChecks.isNamed(head, ".tex", ".ltx", ".latex")
                        && COMMAND.matcher(first).find();
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
    PlacedText convert(DecodedText decoded, Head head, boolean mapped) {
        return LatexConverter.convert(decoded.placed(mapped).unified());
    }
}

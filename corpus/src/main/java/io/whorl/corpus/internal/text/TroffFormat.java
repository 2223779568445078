package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.MappedText;
import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.format.TextConversionException;
import io.whorl.corpus.format.TextFormat;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Manual pages and other troff documents with the macros of man, mdoc, ms, me or mm. Detected by a troff comment or a
 * title at the start, or by name if the first line is a request.
 */
final class TroffFormat implements TextFormat {
    private static final Pattern NAME =
            Pattern.compile("(?is).*\\.(?:[1-9][a-z]{0,6}|man|mdoc|ms|me|mm|roff|troff|nroff|tr)");
    private static final Set<String> TITLES = Set.of("TH", "Dd", "TL", "so");
    private static final Pattern COMMENT = Pattern.compile("(?:[.'][ \\t]*)?\\\\[\"#].*|[.']");
    private static final Pattern REQUEST =
            Pattern.compile("[.'][ \\t]*[A-Za-z(\\[%][A-Za-z0-9()\\[]{0,4}(?:[ \\t\\\\].*)?");

    @Override
    public String name() {
        return "troff";
    }

    @Override
    public boolean recognises(Head head) {
        if (head.isMediaType("text/troff")
                || head.isMediaType("application/x-troff-man")
                || head.isMediaType("application/x-troff")) {
            return true;
        }
        String first = HeadChecks.text(head);
        return HeadChecks.isUntyped(head)
                && !HeadChecks.hasNul(first)
                && begins(first, NAME.matcher(head.name()).matches());
    }

    private static boolean begins(String first, boolean named) {
        boolean comments = false;
        for (String line : (Iterable<String>) first.lines()::iterator) {
            if (COMMENT.matcher(line).matches()) {
                comments |= line.length() > 1;
            } else if (!line.isBlank()) {
                return TITLES.contains(TroffLines.name(line, 0)) && line.startsWith(".")
                        || (comments || named) && REQUEST.matcher(line).matches();
            }
        }
        return false;
    }

    @Override
    public byte[] text(byte[] document, Head head) throws TextConversionException {
        return prose(TextDecoder.decoded(document, head), false).utf8();
    }

    @Override
    public MappedText mappedText(byte[] document, Head head) throws TextConversionException {
        DecodedText decoded = TextDecoder.decoded(document, head);
        return prose(decoded, true).mapped(decoded);
    }

    private static ProseBuilder prose(DecodedText decoded, boolean mapped) throws TextConversionException {
        ProseBuilder prose = new ProseBuilder(decoded.text().length(), mapped);
        TroffConverter troff = new TroffConverter(LineEnds.unified(decoded.text(), prose), prose);
        troff.read();
        if (prose.isEmpty() && !troff.target().isEmpty()) {
            throw new TextConversionException(Skipped.Reason.POINTER, "a page that only refers to " + troff.target());
        }
        return prose;
    }
}

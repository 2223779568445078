package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.internal.text.TextDecoder.DecodedText;
import java.util.regex.Pattern;

/** Markdown (CommonMark), detected by media type or name, because its bytes look like plain text. */
final class MarkdownFormat extends ProseFormat {
    MarkdownFormat() {
        super("markdown", "text/markdown", "text/x-markdown");
    }

    @Override
    boolean begins(String first, Head head) {
        return HeadChecks.isNamed(head, ".md", ".markdown", ".mkd", ".mdown");
    }

    @Override
    PlacedText convert(DecodedText decoded, Head head, boolean mapped) {
        PlacedText source = decoded.placed(mapped);
        return MarkdownConverter.convert(source.part(FrontMatter.end(source.text), source.length()));
    }

    /** The YAML or TOML that site generators put before the text of a page: fields, not prose. */
    private static final class FrontMatter {
        /** The longest front matter, so that a rule at the top of a text does not cost a search of the whole text. */
        private static final int MAX_LENGTH = 65_536;

        private static final Pattern FIELD = Pattern.compile("[\\w\"'][\\w\"'. -]{0,99}[:=].*");

        private FrontMatter() {}

        /**
         * Returns the start of the text: 0 without front matter, which needs fields, no empty first line, and an end.
         */
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
            while (from < Math.min(source.length(), MAX_LENGTH)) {
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

        /** The start of the next line. */
        private static int next(String source, int from) {
            int newline = source.indexOf('\n', from);
            return newline < 0 ? source.length() : newline + 1;
        }
    }
}

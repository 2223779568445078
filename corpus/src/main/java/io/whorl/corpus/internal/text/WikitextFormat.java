package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.MappedText;
import io.whorl.corpus.format.TextFormat;
import io.whorl.corpus.internal.text.PlacedText.PlacedTextBuilder;
import io.whorl.corpus.internal.text.WikitextLinks.WikitextLinkTargets;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jsoup.parser.Parser;

/**
 * MediaWiki markup. Links become their labels, and headings and lists become their text. Templates, tables, notes,
 * formulas, pictures and categories are removed. Four passes, each in linear time.
 */
final class WikitextFormat implements TextFormat {
    @Override
    public String name() {
        return "wikitext";
    }

    /** Decides by media type alone, because wikitext looks like other text. */
    @Override
    public boolean recognises(Head head) {
        return head.isMediaType("text/x-wiki");
    }

    @Override
    public byte[] text(byte[] document, Head head) {
        return converted(new String(document, StandardCharsets.UTF_8), head, false)
                .orElseThrow()
                .prose()
                .utf8();
    }

    @Override
    public MappedText mappedText(byte[] document, Head head) {
        String wikitext = new String(document, StandardCharsets.UTF_8);
        DecodedText source = new DecodedText(document, StandardCharsets.UTF_8, wikitext);
        return converted(wikitext, head, true)
                .map(text -> text.prose().mapped(source))
                .orElseGet(() -> new MappedText(text(document, head), Optional.empty()));
    }

    /** Returns the text; empty if it is mapped, and the place of a character is not known. */
    private static Optional<PlacedText> converted(String wikitext, Head head, boolean mapped) {
        PlacedText text = WikitextTags.convert(PlacedText.of(wikitext, mapped));
        text = WikitextBraces.convert(text);
        text = WikitextLinks.convert(text, WikitextLinkTargets.of(head.mediaType()));
        return WikitextLines.convert(text);
    }

    /**
     * The last pass over wikitext handles headings, lists, rules, quotes for bold and italic, magic words, entities and
     * blank lines.
     */
    private static final class WikitextLines {
        private final String in;
        private final PlacedText source;
        private final PlacedTextBuilder out;
        private boolean blank = true;

        private WikitextLines(PlacedText source) {
            this.source = source;
            in = source.text;
            out = new PlacedTextBuilder(in.length(), source.mapped);
        }

        static Optional<PlacedText> convert(PlacedText text) {
            WikitextLines pass = new WikitextLines(text);
            int from = 0;
            while (from < pass.in.length()) {
                int newline = pass.in.indexOf('\n', from);
                int to = newline < 0 ? pass.in.length() : newline;
                pass.line(from, to);
                from = to + 1;
            }
            return decoded(pass.out.build())
                    .map(done -> done.replaced('\u00a0', ' ').stripped());
        }

        /** Decodes character references. Empty if the text is mapped, and the place of a character is not known. */
        private static Optional<PlacedText> decoded(PlacedText markup) {
            String decoded = Parser.unescapeEntities(markup.text, false);
            if (!markup.mapped || decoded.equals(markup.text)) {
                return Optional.of(markup.mapped ? markup : PlacedText.of(decoded, false));
            }
            TextPlaces places =
                    TextPlaces.of(markup.text, 0, markup.text.length(), decoded, TextPlaces.Syntax.REFERENCES);
            if (places.starts.length < decoded.length()) {
                return Optional.empty();
            }
            PlacedTextBuilder text = new PlacedTextBuilder(decoded.length(), true);
            for (int i = 0; i < decoded.length(); i++) {
                text.append(decoded.charAt(i), markup.start(places.starts[i]), markup.end(places.ends[i] - 1));
            }
            return Optional.of(text.build());
        }

        private void line(int begin, int end) {
            int from = begin;
            int to = end;
            while (to > from && in.charAt(to - 1) <= ' ') {
                to--;
            }
            while (from < to && in.charAt(from) <= ' ') {
                from++;
            }
            boolean heading = to - from > 2 && in.charAt(from) == '=' && in.charAt(to - 1) == '=';
            if (heading) {
                blankLine();
                while (from < to && (in.charAt(from) == '=' || in.charAt(from) == ' ')) {
                    from++;
                }
                while (to > from && (in.charAt(to - 1) == '=' || in.charAt(to - 1) == ' ')) {
                    to--;
                }
            } else {
                from = afterMarkers(from, to);
            }
            int before = out.length();
            inline(from, to);
            if (out.length() == before) {
                blankLine();
            } else {
                if (end < in.length()) {
                    out.append(source, end, end + 1);
                } else {
                    out.insert("\n");
                }
                blank = false;
            }
            if (heading) {
                blankLine();
            }
        }

        private void blankLine() {
            if (!blank) {
                out.insert("\n");
                blank = true;
            }
        }

        /** The position after list markers, the dashes of a rule, or the marks of an unclosed table. */
        private int afterMarkers(int begin, int to) {
            int from = begin;
            if (in.startsWith("----", from)) {
                while (from < to && in.charAt(from) == '-') {
                    from++;
                }
            } else if (in.startsWith("{|", from) || in.startsWith("|-", from) || in.startsWith("|}", from)) {
                from = to;
            } else {
                while (from < to && "*#:;".indexOf(in.charAt(from)) >= 0) {
                    from++;
                }
            }
            while (from < to && in.charAt(from) <= ' ') {
                from++;
            }
            return from;
        }

        private void inline(int from, int to) {
            int at = from;
            while (at < to) {
                char c = in.charAt(at);
                int word = c == '_' && in.startsWith("__", at) ? magicWordEnd(at, to) : -1;
                if (word >= 0) {
                    at = word;
                } else if (c == '\'' && at + 1 < to && in.charAt(at + 1) == '\'') {
                    int run = at;
                    while (run < to && in.charAt(run) == '\'') {
                        run++;
                    }
                    // Two, three and five quotes are markup; of other numbers, the surplus is text.
                    int over = run - at == 4 ? 1 : Math.max(0, run - at - 5);
                    out.append(source, at, at + over);
                    at = run;
                } else {
                    out.append(c, source.start(at), source.end(at));
                    at++;
                }
            }
        }

        /** The position after a word such as __NOTOC__, or -1; the longest known has 23 letters. */
        private int magicWordEnd(int at, int to) {
            int i = at + 2;
            while (i < to && i - at < 32 && in.charAt(i) >= 'A' && in.charAt(i) <= 'Z') {
                i++;
            }
            return i > at + 2 && i + 2 <= to && in.startsWith("__", i) ? i + 2 : -1;
        }
    }
}

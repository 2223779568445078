package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.internal.text.PlacedText.PlacedTextBuilder;
import io.whorl.corpus.internal.text.PlacedText.Syntax;
import io.whorl.corpus.internal.text.TextDecoder.DecodedText;
import io.whorl.corpus.internal.text.WikitextLinks.WikitextLinkTargets;
import java.nio.charset.StandardCharsets;
import org.jsoup.parser.Parser;

/**
 * MediaWiki markup. Links become their labels, and headings and lists become their text. Templates, tables, notes,
 * formulas, pictures and categories are removed. Four passes, each in linear time.
 */
final class WikitextFormat extends ProseFormat {
    WikitextFormat() {
        super("wikitext", "text/x-wiki");
    }

    /** Decides by media type alone, because wikitext looks like other text. */
    @Override
    public boolean recognises(Head head) {
        return isTyped(head);
    }

    @Override
    DecodedText decoded(byte[] document, Head head) {
        return new DecodedText(document, StandardCharsets.UTF_8, new String(document, StandardCharsets.UTF_8));
    }

    @Override
    PlacedText convert(DecodedText decoded, Head head, boolean mapped) {
        PlacedText text = WikitextTags.convert(decoded.placed(mapped));
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

        static PlacedText convert(PlacedText text) {
            WikitextLines pass = new WikitextLines(text);
            int from = 0;
            while (from < pass.in.length()) {
                int newline = pass.in.indexOf('\n', from);
                int to = newline < 0 ? pass.in.length() : newline;
                pass.line(from, to);
                from = to + 1;
            }
            PlacedText markup = pass.out.build();
            PlacedText decoded =
                    markup.parsed(0, markup.length(), Parser.unescapeEntities(markup.text, false), Syntax.REFERENCES);
            return decoded.withText(decoded.text.replace('\u00a0', ' ')).stripped();
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

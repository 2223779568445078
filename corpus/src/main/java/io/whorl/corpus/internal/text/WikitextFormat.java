package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.internal.text.PlacedText.PlacedTextBuilder;
import io.whorl.corpus.internal.text.PlacedText.Syntax;
import io.whorl.corpus.internal.text.PlacedText.TextCursor;
import io.whorl.corpus.internal.text.TextDecoder.DecodedText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.agrona.collections.IntArrayList;
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
        PlacedText text = new Tags(decoded.placed(mapped)).run();
        text = new Braces(text).run();
        text = new Links(text, head.mediaType()).run();
        text = new Lines(text).run();
        text = text.parsed(0, text.length(), Parser.unescapeEntities(text.text, false), Syntax.REFERENCES);
        return text.withText(text.text.replace('\u00a0', ' ')).stripped();
    }

    /** A pass over the text, which copies what it does not remove or replace. */
    private abstract static class Pass extends TextCursor {
        final PlacedTextBuilder out;

        Pass(PlacedText source) {
            super(source, source.length());
            out = new PlacedTextBuilder(end, source.mapped);
        }

        /** Advances by at least one character. */
        abstract void step();

        final PlacedText run() {
            while (at < end) {
                step();
            }
            return out.build();
        }

        final void copy(int characters) {
            out.append(source, at, at + characters);
            at += characters;
        }
    }

    /**
     * The first pass over wikitext removes comments, elements without prose, and other tags. It precedes templates, as
     * in MediaWiki's preprocessor, so that braces inside elements have no meaning. A tag ends before the next
     * {@code <}, and end tags are searched only forwards, so the time is linear even if many elements are open.
     */
    private static final class Tags extends Pass {
        private static final Map<String, Set<String>> WORDS = NameTable.sets("wikitext-elements.txt");

        private static final Set<String> DROPPED = WORDS.get("DROPPED");
        private static final Set<String> LITERAL = WORDS.get("LITERAL");
        private static final Set<String> BLOCKS = WORDS.get("BLOCKS");
        private static final Set<String> INLINE = WORDS.get("INLINE");

        private static final String MARKUP = "[]{}|<>=*#~_";

        /** The next end tag of each kind, until it is passed, so that no section is searched twice. */
        private final Map<String, Integer> ends = new HashMap<>();

        Tags(PlacedText source) {
            super(source);
        }

        @Override
        void step() {
            int next = text.indexOf('<', at);
            copy((next < 0 ? text.length() : next) - at);
            if (text.startsWith("<!--", at)) {
                int end = text.indexOf("-->", at + 4);
                at = end < 0 ? text.length() : end + 3;
            } else if (next >= 0) {
                tag();
            }
        }

        private void tag() {
            int from = at + (text.startsWith("</", at) ? 2 : 1);
            int to = PlacedText.runEnd(text, from, text.length(), Character::isLetterOrDigit);
            String name = to - from > 20 ? "" : text.substring(from, to).toLowerCase(Locale.ROOT);
            int end = known(name) ? tagEnd(to) : -1;
            if (end < 0) {
                copy(1);
                return;
            }
            boolean opens = from == at + 1 && text.charAt(end - 2) != '/';
            out.insert(BLOCKS.contains(name) ? "\n" : "");
            at = end;
            int close = opens && (DROPPED.contains(name) || LITERAL.contains(name)) ? endTag(name, end) : -1;
            if (close >= 0) {
                if (LITERAL.contains(name)) {
                    literal(end, close);
                }
                // The end tag follows and is removed as a separate tag.
                at = close;
            }
        }

        private static boolean known(String name) {
            return BLOCKS.contains(name) || INLINE.contains(name) || DROPPED.contains(name) || LITERAL.contains(name);
        }

        /** The position after the tag, or -1 if it does not end before the next tag starts. */
        private int tagEnd(int from) {
            int i = PlacedText.runEnd(text, from, text.length(), c -> c != '>' && c != '<');
            return i < text.length() && text.charAt(i) == '>' ? i + 1 : -1;
        }

        /** Copies words, and replaces what later passes would treat as markup by spaces. */
        private void literal(int from, int to) {
            for (int i = from; i < to; i++) {
                char c = text.charAt(i);
                boolean quotes = c == '\'' && (text.charAt(i - 1) == '\'' || text.charAt(i + 1) == '\'');
                out.append(quotes || MARKUP.indexOf(c) >= 0 ? ' ' : c, source.start(i), source.end(i));
            }
        }

        /** The position of the next {@code </name}, or -1. Positions must increase from call to call. */
        private int endTag(String name, int from) {
            int known = ends.getOrDefault(name, 0);
            if (known >= 0 && known < from) {
                known = text.indexOf("</", from);
                while (known >= 0 && !isNamed(name, known + 2)) {
                    known = text.indexOf("</", known + 2);
                }
                ends.put(name, known);
            }
            return known;
        }

        private boolean isNamed(String name, int from) {
            int end = from + name.length();
            return text.regionMatches(true, from, name, 0, name.length())
                    && (end == text.length() || !Character.isLetterOrDigit(text.charAt(end)));
        }
    }

    /**
     * The second pass over wikitext removes templates, template parameters and tables with their content. Text is
     * copied until something closes; then the output is cut back to its opening. So unclosed ones remain text, and
     * nothing is read twice.
     */
    static final class Braces extends Pass {
        private static final int TEMPLATE = 0;
        private static final int TABLE = 1;

        /** Kind and position in the output of each template and table that is open, in turn. */
        private final IntArrayList open = new IntArrayList();

        private final int[] openByKind = new int[2];

        Braces(PlacedText source) {
            super(source);
        }

        @Override
        void step() {
            char c = text.charAt(at);
            if (c == '{' && is(at + 1, '|') && startsLine()) {
                open(TABLE);
                copy(2);
            } else if (c == '|' && is(at + 1, '}') && !is(at + 2, '}') && startsLine() && openByKind[TABLE] > 0) {
                cutBack(TABLE);
                at += 2;
            } else if (c == '{' && is(at + 1, '{')) {
                int run = run('{');
                for (int templates = run / 2; templates > 0; templates--) {
                    open(TEMPLATE);
                }
                copy(run);
            } else if (c == '}' && is(at + 1, '}') && openByKind[TEMPLATE] > 0) {
                close(run('}'));
            } else {
                copy(1);
            }
        }

        /**
         * Five braces are a template around a parameter, or a parameter around a template; both include the odd brace.
         */
        private void close(int run) {
            int left = run;
            while (left >= 2 && openByKind[TEMPLATE] > 0) {
                cutBack(TEMPLATE);
                left -= 2;
            }
            at += run - left + (left == 1 ? 1 : 0);
        }

        private boolean startsLine() {
            int start = PlacedText.runStart(text, Math.max(0, at - 99), at, c -> c == ' ' || c == ':' || c == '\t');
            return start == 0 || text.charAt(start - 1) == '\n';
        }

        private boolean is(int i, char c) {
            return i < text.length() && text.charAt(i) == c;
        }

        private int run(char brace) {
            return PlacedText.runEnd(text, at, text.length(), c -> c == brace) - at;
        }

        private void open(int kind) {
            open.addInt(kind);
            open.addInt(out.length());
            openByKind[kind]++;
        }

        /** Removes the last opening of this kind, which must exist, and everything after it. */
        private void cutBack(int kind) {
            int position;
            int closed;
            do {
                position = open.popInt();
                closed = open.popInt();
                openByKind[closed]--;
            } while (closed != kind);
            out.cutTo(position);
        }
    }

    /**
     * The third pass over wikitext replaces links by their labels. Text is copied, and cut back when a link closes; the
     * label then moves to the start of the link, at most as often as links may be nested.
     */
    private static final class Links extends Pass {
        /** The nesting limit of links, which occur in captions of pictures; the earliest open ones are dropped. */
        private static final int NESTED = 16;

        private static final int MAX_TARGET = 1_000;
        private static final Pattern SCHEME = Pattern.compile("(?i)(?:https?:|ftp:|irc:|gopher:)?//|mailto:|news:");

        private static final Set<String> ALWAYS = Set.of("file", "image", "category");
        private static final Pattern LANGUAGE = Pattern.compile("simple|[a-z]{2,3}(-[a-z]{2,8}){0,3}");
        /** Lower-case prefixes of other projects that look like languages. */
        private static final Set<String> PROJECTS = Set.of("wp", "mw");

        private static final Pattern FILE = Pattern.compile(
                "\\.(jpe?g|png|gif|svg|tiff?|webp|og[gva]|webm|mp[34]|wav|djvu|xcf)$", Pattern.CASE_INSENSITIVE);

        private static final Pattern PARAMETER =
                Pattern.compile("(?i);\\s*(?:file|category)\\s*=\\s*([\"']?)([^;]*?)\\1\\s*(?=;|$)");

        /** The wiki's names of the namespaces in {@link #ALWAYS}, in lower case. */
        private final Set<String> wiki = new HashSet<>();

        /** The open links, the innermost first. */
        private final Deque<Link> open = new ArrayDeque<>(NESTED);

        private int external;

        private static final class Link {
            /** Its place in the output, and that of its first bar; negative if there is none yet. */
            final int begin;

            int bar = -1;
            /** True if its bar follows a target that shows no text. */
            boolean hidden;

            Link(int begin) {
                this.begin = begin;
            }
        }

        /** @param mediaType its parameters {@code file} and {@code category} are the wiki's names */
        Links(PlacedText source, String mediaType) {
            super(source);
            Matcher parameter = PARAMETER.matcher(mediaType);
            while (parameter.find()) {
                wiki.add(parameter.group(2).strip().toLowerCase(Locale.ROOT));
            }
        }

        @Override
        void step() {
            char c = text.charAt(at);
            if (c == '[' && text.startsWith("[[", at)) {
                open();
            } else if (c == '[' && scheme(at + 1)) {
                external();
            } else if (c == ']' && !open.isEmpty() && text.startsWith("]]", at)) {
                close();
            } else if (c == ']' && external > 0) {
                external--;
                at++;
            } else {
                if (c == '|' && !open.isEmpty() && open.element().bar < 0) {
                    open.element().bar = out.length();
                    open.element().hidden = !isShown(target(open.element()));
                } else if (c == '\n') {
                    endLine();
                }
                copy(1);
            }
        }

        /** Ends open links at the end of a paragraph, except captions of pictures. */
        private void endLine() {
            external = 0;
            if (text.startsWith("\n\n", at)) {
                while (open.stream().anyMatch(link -> !link.hidden)) {
                    open.pop();
                }
            }
        }

        private void open() {
            if (open.size() == NESTED) {
                open.removeLast();
            }
            open.push(new Link(out.length()));
            copy(2);
        }

        private void close() {
            Link link = open.pop();
            int from = link.begin;
            int bar = link.bar;
            String target = target(link);
            at += 2;
            if (bar < 0 ? !isShown(target) : link.hidden) {
                out.cutTo(from);
            } else if (target.isEmpty()) {
                out.append(source, at - 2, at);
            } else if (bar < 0 || bar + 1 == out.length()) {
                out.cutTo(bar < 0 ? out.length() : bar);
                out.delete(from, from + 2 + (target.startsWith(":") ? 1 : 0));
            } else {
                out.delete(from, bar + 1);
            }
        }

        /** The target of a link; empty if it spans lines or is longer than any real target. */
        private String target(Link link) {
            int from = link.begin + 2;
            int to = link.bar < 0 ? out.length() : link.bar;
            String target = to - from > MAX_TARGET
                    ? ""
                    : out.characters().subSequence(from, to).toString();
            return target.indexOf('\n') >= 0 ? "" : target;
        }

        /**
         * Decides whether a link shows text: not pictures, categories, and links to other languages.
         *
         * @param target the text before the first bar of a link
         */
        private boolean isShown(String target) {
            String stripped = target.strip();
            int colon = stripped.indexOf(':');
            // With a leading colon, a link to a picture, category or language shows its text.
            if (colon <= 0) {
                return true;
            }
            String prefix = stripped.substring(0, colon).strip().replace('_', ' ');
            String lower = prefix.toLowerCase(Locale.ROOT);
            boolean language = LANGUAGE.matcher(prefix).matches() && !PROJECTS.contains(prefix);
            return !ALWAYS.contains(lower)
                    && !wiki.contains(lower)
                    && !language
                    && !FILE.matcher(stripped).find();
        }

        private boolean scheme(int from) {
            return SCHEME.matcher(text).region(from, end).lookingAt();
        }

        /** Removes the address of an external link and keeps its label. */
        private void external() {
            do {
                at++;
            } while (at < text.length() && text.charAt(at) > ' ' && text.charAt(at) != ']');
            boolean labelled = !text.startsWith("]", at);
            external += labelled ? 1 : 0;
            at += !labelled || text.startsWith(" ", at) ? 1 : 0;
        }
    }

    /** The last pass over wikitext handles headings, lists, rules, quotes for bold and italic, and magic words. */
    private static final class Lines extends TextCursor {
        private final ProseBuilder out;

        Lines(PlacedText source) {
            super(source, source.length());
            out = new ProseBuilder(source);
        }

        PlacedText run() {
            while (at < end) {
                int newline = text.indexOf('\n', at);
                int to = newline < 0 ? end : newline;
                line(at, to);
                at = to + 1;
            }
            return out.build();
        }

        private void line(int begin, int end) {
            int to = PlacedText.runStart(text, begin, end, c -> c <= ' ');
            int from = PlacedText.runEnd(text, begin, to, c -> c <= ' ');
            boolean heading = to - from > 2 && text.charAt(from) == '=' && text.charAt(to - 1) == '=';
            if (heading) {
                out.paragraph();
                from = PlacedText.runEnd(text, from, to, c -> c == '=' || c == ' ');
                to = PlacedText.runStart(text, from, to, c -> c == '=' || c == ' ');
            } else {
                from = afterMarkers(from, to);
            }
            int before = out.length();
            inline(from, to);
            if (heading || out.length() == before) {
                out.paragraph();
            } else {
                out.line();
            }
        }

        /** The position after list markers, the dashes of a rule, or the marks of an unclosed table. */
        private int afterMarkers(int begin, int to) {
            int from = begin;
            if (text.startsWith("----", from)) {
                from = PlacedText.runEnd(text, from, to, c -> c == '-');
            } else if (text.startsWith("{|", from) || text.startsWith("|-", from) || text.startsWith("|}", from)) {
                from = to;
            } else {
                from = PlacedText.runEnd(text, from, to, c -> "*#:;".indexOf(c) >= 0);
            }
            return PlacedText.runEnd(text, from, to, c -> c <= ' ');
        }

        private void inline(int from, int to) {
            int i = from;
            while (i < to) {
                char c = text.charAt(i);
                int word = c == '_' && text.startsWith("__", i) ? magicWordEnd(i, to) : -1;
                if (word >= 0) {
                    i = word;
                } else if (c == '\'' && i + 1 < to && text.charAt(i + 1) == '\'') {
                    int run = PlacedText.runEnd(text, i, to, mark -> mark == '\'');
                    // Two, three and five quotes are markup; of other numbers, the surplus is text.
                    int over = run - i == 4 ? 1 : Math.max(0, run - i - 5);
                    out.text(source.part(i, i + over));
                    i = run;
                } else {
                    out.character(c, source.start(i), source.end(i));
                    i++;
                }
            }
        }

        /** The position after a word such as __NOTOC__, or -1; the longest known has 23 letters. */
        private int magicWordEnd(int at, int to) {
            int i = PlacedText.runEnd(text, at + 2, Math.min(to, at + 32), c -> c >= 'A' && c <= 'Z');
            return i > at + 2 && i + 2 <= to && text.startsWith("__", i) ? i + 2 : -1;
        }
    }
}

package io.whorl.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.whorl.cli.GivenText.Range;
import io.whorl.cli.GivenText.Range.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Recognises what a text cites: lists of references, and quotations with a citation. A list of references is recognised
 * by the form of its entries, and needs fewer signs after a heading. Nothing is recognised by a heading or by quotation
 * marks alone. Parts that make up too much of the text are not left out, so that nobody can hide a text in them.
 */
final class CitedText {
    /** The cited parts that a comparison leaves out. */
    public enum Parts {
        BOTH,
        REFERENCES,
        QUOTATIONS,
        NONE;

        private boolean has(Kind kind) {
            return this == BOTH || name().equals(kind.name());
        }
    }

    /** Lists of references make up at most this share of a text. */
    private static final double MOST_REFERENCES = 0.5;
    /** Quotations make up at most this share of a text. */
    private static final double MOST_QUOTATIONS = 0.25;

    private static final Pattern PART = Pattern.compile("\\{([A-Z]{3,})\\}");
    private static final Map<String, String> SIGNS = signs();
    private static final Pattern MARKS = sign("MARKS");

    private final String text;
    /** The byte at which each UTF-16 unit of the text begins; at least one more entry than units. */
    private final int[] startByte;

    private final List<Line> lines = new ArrayList<>();

    private record Line(int from, int to, String words, boolean indented) {
        boolean isBlank() {
            return words.isEmpty();
        }
    }

    /**
     * The cited parts of a text.
     *
     * @param ranges in order, without overlaps
     * @param tooMuch true if parts that look cited make up too much of the text, so that they are not among the ranges
     */
    record Cited(List<Range> ranges, boolean tooMuch) {
        Cited {
            ranges = List.copyOf(ranges);
        }
    }

    private CitedText(byte[] utf8) {
        StringBuilder decoded = new StringBuilder(utf8.length);
        int[] starts = new int[utf8.length + 1];
        for (int i = 0; i < utf8.length; ) {
            int length = GivenText.length(utf8, i);
            int unit = decoded.length();
            decoded.append(length == 0 ? "\ufffd" : new String(utf8, i, length, UTF_8));
            for (int k = unit; k < decoded.length(); k++) {
                starts[k] = i;
            }
            i += Math.max(1, length);
        }
        text = decoded.toString();
        startByte = starts;
        startByte[text.length()] = utf8.length;
        for (int from = 0; from < text.length(); ) {
            int end = text.indexOf('\n', from);
            int to = end < 0 ? text.length() : end;
            String line = text.substring(from, to);
            String words = MARKS.matcher(line).replaceAll("");
            lines.add(new Line(from, to, words, line.startsWith("\t") || line.startsWith("   ")));
            from = to + 1;
        }
    }

    static Cited in(byte[] utf8, Parts parts) {
        if (parts == Parts.NONE) {
            return new Cited(List.of(), false);
        }
        CitedText cited = new CitedText(utf8);
        List<Range> references = cited.new References().find();
        List<Range> found = new ArrayList<>();
        boolean tooMuch = false;
        if (parts.has(Kind.REFERENCES)) {
            tooMuch = !addUpTo(MOST_REFERENCES * utf8.length, references, found);
        }
        if (parts.has(Kind.QUOTATIONS)) {
            List<Range> quotations = cited.new Quotations().find();
            quotations.removeIf(q -> references.stream().anyMatch(r -> r.start() < q.end() && q.start() < r.end()));
            tooMuch |= !addUpTo(MOST_QUOTATIONS * utf8.length, quotations, found);
        }
        found.sort(Comparator.comparingInt(Range::start));
        return new Cited(found, tooMuch);
    }

    /** Returns a text with blanks in place of these parts; no place changes. The array must not be changed. */
    public static byte[] without(byte[] utf8, Parts parts) {
        return GivenText.masked(utf8, in(utf8, parts).ranges());
    }

    /** Adds ranges to others unless they have too many bytes. Returns false if they have. */
    private static boolean addUpTo(double mostBytes, List<Range> ranges, List<Range> all) {
        boolean few = ranges.stream().mapToLong(r -> r.end() - r.start()).sum() <= mostBytes;
        if (few) {
            all.addAll(ranges);
        }
        return few;
    }

    private static Pattern sign(String name) {
        return Pattern.compile(SIGNS.get(name));
    }

    private static Map<String, String> signs() {
        Map<String, String> signs = new HashMap<>();
        String all = Resource.lines(CitedText.class, "citations.txt")
                .collect(Collectors.joining("\n"))
                .replace("\n  ", "");
        for (String line : all.split("\n")) {
            int end = line.indexOf(" = ");
            Matcher part = PART.matcher(line.substring(end + " = ".length()));
            signs.put(
                    line.substring(0, end),
                    part.replaceAll(found -> Matcher.quoteReplacement(signs.get(found.group(1)))));
        }
        return signs;
    }

    private Range range(Kind kind, int from, int to) {
        return new Range(startByte[from], startByte[to], kind);
    }

    private final class References {
        /** Each is a sign that a line begins or holds an entry. */
        private static final Pattern LABEL = sign("LABEL");

        private static final Pattern NUMBER = sign("NUMBER");
        private static final Pattern AUTHOR = sign("AUTHOR");
        private static final Pattern DATE = sign("DATE");
        private static final Pattern PLACE = sign("PLACE");
        private static final Pattern PAGES = sign("PAGES");
        private static final Pattern PUBLISHED = sign("PUBLISHED");

        private static final int LONGEST_HEADING = 60;
        /** Characters of an entry, at most. */
        private static final int LONGEST_ENTRY = 600;
        /** Characters of a line that may be the beginning of a wrapped entry. */
        private static final int LONGEST_WRAPPED = 120;
        /** So many characters between entries may be something else, such as a heading for some of them. */
        private static final int LONGEST_GAP = 200;

        private static final int MOST_GAPS = 2;
        private static final int LEAST_ENTRIES = 3;
        /** A list without a heading is searched for in so many lines at the end of the text. */
        private static final int LAST_LINES = 600;

        private static final Set<String> HEADINGS = headings();

        /** Lines that may be an entry. */
        private record Unit(int firstLine, int lastLine, long signs, boolean sure) {
            boolean isEntry() {
                return signs >= 2;
            }
        }

        List<Range> find() {
            List<Range> found = new ArrayList<>();
            for (int i = 0; i < lines.size(); i++) {
                if (isHeading(lines.get(i))) {
                    int end = endOfEntries(i + 1);
                    if (end > i) {
                        found.add(range(
                                Kind.REFERENCES,
                                lines.get(i).from(),
                                lines.get(end).to()));
                        i = end;
                    }
                }
            }
            if (found.isEmpty()) {
                addLastLines(found);
            }
            return found;
        }

        private static boolean isHeading(Line line) {
            String words = line.words();
            if (words.isEmpty() || words.length() > LONGEST_HEADING) {
                return false;
            }
            String plain = words.replaceAll("^(?:\\d+(?:\\.\\d+)*|[IVX]+)[.)]?\\s+|[:：.]$", "")
                    .strip()
                    .toLowerCase(Locale.ROOT);
            return HEADINGS.contains(plain) || HEADINGS.contains(plain.replaceAll("[\\s【】\\[\\]]", ""));
        }

        /** Returns the last line of the entries that begin at a line, or -1. */
        private int endOfEntries(int line) {
            int end = -1;
            int gaps = 0;
            for (int at = nextWords(line); at < lines.size(); ) {
                Unit unit = unit(at);
                if (unit.isEntry()) {
                    end = unit.lastLine();
                    gaps = 0;
                } else if (++gaps > MOST_GAPS || chars(unit) > LONGEST_GAP) {
                    break;
                }
                at = nextWords(unit.lastLine() + 1);
            }
            return end;
        }

        private void addLastLines(List<Range> found) {
            List<Unit> units = new ArrayList<>();
            for (int at = nextWords(Math.max(0, lines.size() - LAST_LINES)); at < lines.size(); ) {
                Unit unit = unit(at);
                units.add(unit);
                at = nextWords(unit.lastLine() + 1);
            }
            int last = units.size() - 1;
            for (int gaps = 0; last >= 0 && !units.get(last).sure(); last--) {
                if (!units.get(last).isEntry() && (++gaps > MOST_GAPS || chars(units.get(last)) > LONGEST_GAP)) {
                    return;
                }
            }
            int sure = 0;
            int first = last + 1;
            for (int k = last; k >= 0 && units.get(k).isEntry(); k--) {
                if (units.get(k).sure()) {
                    sure++;
                    first = k;
                }
            }
            if (sure >= LEAST_ENTRIES) {
                int from = lines.get(units.get(first).firstLine()).from();
                found.add(range(
                        Kind.REFERENCES,
                        from,
                        lines.get(units.get(last).lastLine()).to()));
            }
        }

        private int nextWords(int line) {
            int at = line;
            while (at < lines.size() && lines.get(at).words().chars().noneMatch(Character::isLetterOrDigit)) {
                at++;
            }
            return at;
        }

        private int chars(Unit unit) {
            return lines.get(unit.lastLine()).to() - lines.get(unit.firstLine()).from();
        }

        /** Returns an entry with the wrapped lines that follow its first one, or another line. */
        private Unit unit(int first) {
            int last = first;
            while (last + 1 < lines.size() && goesOn(first, last + 1)) {
                last++;
            }
            String words = join(first, last);
            if (words.length() > LONGEST_ENTRY) {
                return new Unit(first, last, 0, false);
            }
            boolean label = LABEL.matcher(words).find();
            String unlabelled = label
                    ? words.substring(words.indexOf(words.charAt(0) == '[' ? ']' : '］') + 1)
                            .strip()
                    : NUMBER.matcher(words).replaceFirst("");
            boolean author = AUTHOR.matcher(unlabelled).find();
            boolean year = DATE.matcher(words).find();
            boolean place = PLACE.matcher(words).find();
            boolean pages = PAGES.matcher(unlabelled).find();
            boolean published = PUBLISHED.matcher(unlabelled).find();
            // A place counts twice.
            long signs = Stream.of(label, author, year, place, place, pages, published)
                    .filter(sign -> sign)
                    .count();
            return new Unit(first, last, signs, (author || label) && year && (place || pages || published));
        }

        private boolean goesOn(int first, int next) {
            Line line = lines.get(next);
            Line before = lines.get(next - 1);
            return !line.isBlank()
                    && before.to() - before.from() <= LONGEST_WRAPPED
                    && line.to() - line.from() <= LONGEST_WRAPPED
                    && line.to() - lines.get(first).from() <= LONGEST_ENTRY
                    && !beginsEntry(line.words())
                    && !isHeading(line);
        }

        private boolean beginsEntry(String words) {
            Matcher number = NUMBER.matcher(words);
            return LABEL.matcher(words).find()
                    || number.find()
                    || AUTHOR.matcher(words).find();
        }

        private String join(int first, int last) {
            return lines.subList(first, last + 1).stream().map(Line::words).collect(Collectors.joining(" "));
        }

        private static Set<String> headings() {
            return Resource.lines(CitedText.class, "headings.txt")
                    .flatMap(line -> Stream.of(
                            line.substring(line.indexOf(':') + 1).strip().split("\\|")))
                    .collect(Collectors.toUnmodifiableSet());
        }
    }

    /** Finds quotations with a citation: between quotation marks, or in a block of their own. */
    private final class Quotations {
        private static final int LEAST_WORDS = 5;
        private static final int MOST_WORDS = 100;
        /** A citation is at most so many characters before or after the quotation. */
        private static final int NEAR = 120;

        private static final Pattern WORD = sign("WORD");
        private static final Pattern QUOTED = sign("QUOTED");
        private static final Pattern AFTER = sign("AFTER");
        private static final Pattern BEFORE = sign("BEFORE");
        private static final Pattern SOURCE_LINE = sign("SOURCE_LINE");
        /** A year, a page or "ibid." in brackets, or the number of a reference. */
        private static final Pattern CITES = sign("CITATION");

        List<Range> find() {
            List<int[]> blocks = new ArrayList<>();
            addBlocks(blocks);
            List<Range> found = new ArrayList<>();
            for (int[] block : blocks) {
                found.add(range(Kind.QUOTATIONS, block[0], block[1]));
            }
            addMarked(blocks, found);
            found.sort(Comparator.comparingInt(Range::start));
            return found;
        }

        private void addMarked(List<int[]> blocks, List<Range> found) {
            for (Matcher quoted = QUOTED.matcher(text); quoted.find(); ) {
                int from = quoted.start();
                int to = quoted.end();
                if (hasLength(from, to)
                        && (isCitedAfter(to) || isCitedBefore(from))
                        && blocks.stream().noneMatch(b -> b[0] < to && from < b[1])) {
                    found.add(range(Kind.QUOTATIONS, from, to));
                }
            }
        }

        private boolean endsParagraph(int lineEnd) {
            int at = lineEnd + 1;
            while (at < text.length() && text.charAt(at) != '\n' && Character.isWhitespace(text.charAt(at))) {
                at++;
            }
            return at >= text.length() || text.charAt(at) == '\n';
        }

        private boolean isCitedAfter(int from) {
            int to = from;
            int most = Math.min(text.length(), from + 2 * NEAR);
            while (to < most && (text.charAt(to) != '\n' || !endsParagraph(to))) {
                to++;
            }
            return AFTER.matcher(text).region(from, to).lookingAt();
        }

        private boolean isCitedBefore(int open) {
            int from = open;
            while (from > Math.max(0, open - NEAR) && (text.charAt(from - 1) != '\n' || !endsParagraph(from - 1))) {
                from--;
            }
            return BEFORE.matcher(text).region(from, open).find();
        }

        private boolean hasLength(int from, int to) {
            String part = text.substring(from, to);
            // Two letters of a script without spaces are about a word.
            long letters = part.chars().filter(Character::isIdeographic).count();
            long length = WORD.matcher(part).results().count() + letters / 2;
            return length >= LEAST_WORDS && length <= MOST_WORDS;
        }

        /** Adds blocks of lines that begin with a sign of quotation, or that are indented among others that are not. */
        private void addBlocks(List<int[]> blocks) {
            long indented =
                    lines.stream().filter(l -> l.indented() && !l.isBlank()).count();
            long words = lines.stream().filter(l -> !l.isBlank()).count();
            for (int i = 0; i < lines.size(); i++) {
                boolean signed = isSigned(i);
                if (signed
                        || 3 * indented < words
                                && isIndented(i)
                                && (i == 0 || lines.get(i - 1).isBlank())) {
                    int last = i;
                    while (last + 1 < lines.size() && (signed ? isSigned(last + 1) : isIndented(last + 1))) {
                        last++;
                    }
                    int from = lines.get(i).from();
                    int to = lines.get(last).to();
                    if (hasLength(from, to) && (endsWithCitation(from, to) || isCitedAround(i, last))) {
                        blocks.add(new int[] {from, to});
                    }
                    i = last;
                }
            }
        }

        private boolean isSigned(int line) {
            return lines.get(line).words().startsWith(">");
        }

        private boolean isIndented(int line) {
            return lines.get(line).indented() && !lines.get(line).isBlank();
        }

        private boolean endsWithCitation(int from, int to) {
            Matcher citation = CITES.matcher(text).region(Math.max(from, to - NEAR), to);
            while (citation.find()) {
                if (to - citation.end() <= 2) {
                    return true;
                }
            }
            return false;
        }

        /** True if the line after a block names its source, or if a citation and a colon introduce the block. */
        private boolean isCitedAround(int first, int last) {
            int after = last + 1;
            while (after < lines.size() && lines.get(after).isBlank()) {
                after++;
            }
            int before = first - 1;
            while (before >= 0 && lines.get(before).isBlank()) {
                before--;
            }
            String introduction = before < 0 ? "" : lines.get(before).words();
            return after < lines.size()
                            && SOURCE_LINE.matcher(lines.get(after).words()).lookingAt()
                    || (introduction.endsWith(":") || introduction.endsWith("："))
                            && CITES.matcher(introduction).find();
        }
    }
}

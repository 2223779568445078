package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.PageMap;
import java.lang.Character.UnicodeScript;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.agrona.collections.IntArrayList;
import org.apache.pdfbox.text.TextPosition;

/**
 * Makes paragraphs of the lines of a PDF. Lines are joined unless their distance, an indent, their size or a short line
 * shows that a paragraph ends. A word that is hyphenated at the end of a line becomes whole, by the words of the
 * document itself. Lines that are repeated at the top or at the bottom of pages, such as page numbers, are left out.
 */
final class PdfParagraphs {
    /** A line is repeated if it is at this place of so many pages, and of half of them. */
    private static final int LEAST_REPEATED = 3;
    /** Lines at each end of a page that may be repeated. */
    private static final int MARGIN = 2;

    /** A distance of lines that is larger than the usual one by this factor separates paragraphs. */
    private static final double GAP = 1.35;

    /** The largest distance of lines of one paragraph, in sizes of a letter: two lines and a half. */
    private static final double MOST_PITCH = 2.5;

    private static final Pattern NUMBER = Pattern.compile("\\d+");
    private static final Pattern WORD =
            Pattern.compile("\\p{L}[\\p{L}\\p{M}'\u2019]*(?:[-\u2010]\\p{L}[\\p{L}\\p{M}'\u2019]*)*");
    private static final Pattern LAST_PART = Pattern.compile("(\\p{L}[\\p{L}\\p{M}'\u2019]*)([-\u2010\u00ad])$");
    private static final Pattern FIRST_PART = Pattern.compile("^\\p{Ll}[\\p{L}\\p{M}'\u2019]*");
    private static final Pattern ITEM =
            Pattern.compile("^(?:[\u2022\u25aa\u25cf\u2013*-]\\s|\\(?\\d{1,3}[.)]\\s|\\[\\d{1,3}\\]\\s).*");
    private static final Pattern SENTENCE_END =
            Pattern.compile(".*[.!?:;\u3002\uff01\uff1f][\"'\u201d\u2019\u00bb)\\]]*$");
    private static final Set<UnicodeScript> WITHOUT_SPACES = Set.of(
            UnicodeScript.HAN,
            UnicodeScript.HIRAGANA,
            UnicodeScript.KATAKANA,
            UnicodeScript.THAI,
            UnicodeScript.KHMER,
            UnicodeScript.LAO,
            UnicodeScript.MYANMAR);

    /** As in "pre- and postwar". */
    private static final Set<String> CONJUNCTIONS =
            Set.of("and", "or", "to", "und", "oder", "bis", "et", "ou", "y", "o");

    private final List<Line> lines = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private final ProseBuilder out = new ProseBuilder(PlacedText.of("", false));
    private final IntArrayList starts = new IntArrayList();
    private final IntArrayList numbers = new IntArrayList();
    private int page;
    private double left;
    private double right;
    private double bottom;
    private double size;

    /** What the end of a line that is joined with the next one is: no hyphen, or one within a word or a compound. */
    private enum Ending {
        NONE,
        WHOLE,
        COMPOUND
    }

    /** A line, with its borders in points from the top left corner of its page. */
    private record Line(int page, String text, double left, double right, double bottom, double size) {}

    /** Adds a part of the current line. */
    void add(int ofPage, String part, List<TextPosition> positions) {
        if (text.length() == 0) {
            page = ofPage;
            left = Double.POSITIVE_INFINITY;
            right = 0;
            size = 0;
        }
        for (TextPosition position : positions) {
            left = Math.min(left, position.getXDirAdj());
            right = Math.max(right, position.getXDirAdj() + position.getWidthDirAdj());
            size = Math.max(size, position.getFontSizeInPt());
            bottom = position.getYDirAdj();
        }
        text.append(part);
    }

    void space() {
        text.append(' ');
    }

    void endLine() {
        String line = text.toString().strip();
        if (!line.isEmpty()) {
            lines.add(new Line(page, line, left, right, bottom, size));
        }
        text.setLength(0);
    }

    /** Returns all paragraphs. Called once. */
    PlacedText build() {
        List<Line> kept = withoutRepeated();
        Words words = new Words(kept);
        double pitch = pitch(kept);
        for (int i = 0; i < kept.size(); i++) {
            Line line = kept.get(i);
            startPage(line.page());
            if (i + 1 < kept.size() && joins(line, kept.get(i + 1), pitch)) {
                String next = kept.get(i + 1).text();
                Ending ending = words.ending(line.text(), next);
                out.text(
                        ending == Ending.WHOLE
                                ? line.text().substring(0, line.text().length() - 1)
                                : line.text(),
                        0,
                        0);
                if (ending == Ending.NONE && needsSpace(line.text(), next)) {
                    out.space();
                }
            } else {
                out.text(line.text(), 0, 0);
                out.paragraph();
            }
        }
        return out.build();
    }

    private void startPage(int number) {
        if (numbers.isEmpty() || numbers.getInt(numbers.size() - 1) != number) {
            starts.addInt(out.length());
            numbers.addInt(number);
        }
    }

    PageMap pages(String whole) {
        return PageMap.of(PageMap.Kind.PAGE, OfficeFormat.codePoints(starts.toIntArray(), whole), numbers.toIntArray());
    }

    // ---- what is repeated ----

    private List<Line> withoutRepeated() {
        Map<String, Set<Integer>> places = new HashMap<>();
        Set<Integer> pages = new HashSet<>();
        List<String> keys = new ArrayList<>();
        for (int from = 0, to; from < lines.size(); from = to) {
            to = from;
            while (to < lines.size() && lines.get(to).page() == lines.get(from).page()) {
                to++;
            }
            pages.add(lines.get(from).page());
            double[] bottoms = lines.subList(from, to).stream()
                    .mapToDouble(Line::bottom)
                    .sorted()
                    .distinct()
                    .toArray();
            for (Line line : lines.subList(from, to)) {
                int at = Arrays.binarySearch(bottoms, line.bottom());
                boolean margin = at < MARGIN || at >= bottoms.length - MARGIN;
                String key = margin
                        ? (at < MARGIN ? "top " : "end ")
                                + NUMBER.matcher(line.text()).replaceAll("#")
                        : "";
                keys.add(key);
                places.computeIfAbsent(key, k -> new HashSet<>()).add(line.page());
            }
        }
        List<Line> kept = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            int found = places.get(keys.get(i)).size();
            if (keys.get(i).isEmpty() || found < LEAST_REPEATED || 2 * found < pages.size()) {
                kept.add(lines.get(i));
            }
        }
        return kept;
    }

    // ---- paragraphs ----

    /** The usual distance of lines. */
    private static double pitch(List<Line> lines) {
        double[] gaps = new double[lines.size()];
        int count = 0;
        for (int i = 1; i < lines.size(); i++) {
            double gap = lines.get(i).bottom() - lines.get(i - 1).bottom();
            if (lines.get(i).page() == lines.get(i - 1).page() && gap > 0) {
                gaps[count++] = gap;
            }
        }
        Arrays.sort(gaps, 0, count);
        return count == 0 ? 0 : gaps[count / 2];
    }

    private static boolean joins(Line a, Line b, double pitch) {
        boolean goesOn = FIRST_PART.matcher(b.text()).find();
        double gap = b.bottom() - a.bottom();
        if (a.page() != b.page() || gap <= 0) {
            // The next page or column.
            return goesOn && !SENTENCE_END.matcher(a.text()).matches();
        }
        double letter = Math.max(1, a.size());
        if (Math.abs(a.size() - b.size()) > 1 || gap > GAP * Math.min(pitch, MOST_PITCH * letter)) {
            return false;
        }
        boolean indented = b.left() > a.left() + letter && b.left() < a.left() + 6 * letter;
        if (ITEM.matcher(b.text()).matches() || indented && !goesOn) {
            return false;
        }
        return goesOn || !SENTENCE_END.matcher(a.text()).matches() || a.right() > b.right() - 4 * letter;
    }

    private static boolean needsSpace(String a, String b) {
        return !WITHOUT_SPACES.contains(UnicodeScript.of(a.codePointBefore(a.length())))
                || !WITHOUT_SPACES.contains(UnicodeScript.of(b.codePointAt(0)));
    }

    /** The words of the document, which tell how a hyphenated word is written. */
    private static final class Words {
        private final Set<String> known = new HashSet<>();

        Words(List<Line> lines) {
            for (Line line : lines) {
                Matcher word = WORD.matcher(line.text());
                while (word.find()) {
                    // A part of a hyphenated word is no word.
                    if (word.end() + 1 != line.text().length()
                            || !isHyphen(line.text().charAt(word.end()))) {
                        known.add(word.group().toLowerCase(Locale.ROOT));
                    }
                }
            }
        }

        private static boolean isHyphen(char c) {
            return c == '-' || c == '\u2010' || c == '\u00ad';
        }

        /**
         * Tells what the hyphen at the end of a line is. A word that the document has as a whole, and one of which a
         * part is no word of the document, loses it. Others are compounds.
         */
        Ending ending(String line, String next) {
            Matcher last = LAST_PART.matcher(line);
            Matcher first = FIRST_PART.matcher(next);
            if (!last.find() || !first.find() || CONJUNCTIONS.contains(first.group())) {
                return Ending.NONE;
            }
            String a = last.group(1).toLowerCase(Locale.ROOT);
            String b = first.group();
            boolean whole = known.contains(a + b)
                    || last.group(2).equals("\u00ad")
                    || !known.contains(a + "-" + b) && !(known.contains(a) && known.contains(b));
            return whole ? Ending.WHOLE : Ending.COMPOUND;
        }
    }
}

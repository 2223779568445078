package io.whorl.text;

import io.whorl.scheme.TextRules;
import io.whorl.scheme.TextRules.Apostrophe;
import io.whorl.scheme.TextRules.Numbers;
import io.whorl.scheme.TextRules.Words;
import io.whorl.text.WordStage.Unmasking;
import java.lang.Character.UnicodeScript;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Reads the words of a text slowly, by the definitions: the whole text at once, with regular expressions on a string
 * that has one letter for the class of each code point. Shares only the character table with the code under test.
 */
public final class ReferenceWords {
    /** l letter, s letter of a script without spaces, d digit, m mark, a apostrophe, p full stop or comma. */
    private static final String NUMBER = "d[dm]*(?:pd[dm]*)*";

    public record Word(String text, int breaks) {}

    private record Placed(String text, int sentence, int paragraph) {}

    private final TextRules rules;
    private final int[] text;
    private final String classes;
    private final ReferenceSentences sentences;

    private ReferenceWords(TextRules rules, int[] text) {
        this.rules = rules;
        this.text = text;
        this.classes = Arrays.stream(text).mapToObj(ReferenceWords::symbol).collect(Collectors.joining());
        this.sentences = new ReferenceSentences(text);
    }

    static List<Word> of(TextRules rules, boolean structure, String text) {
        int[] read = text.codePoints().flatMap(ReferenceWords::read).toArray();
        List<Word> words = new ReferenceWords(rules, read).words();
        return structure ? words : words.stream().map(w -> new Word(w.text, 0)).toList();
    }

    private static String symbol(int cp) {
        return switch (CharacterTable.classOf(cp)) {
            case CharacterTable.LETTER -> "l";
            case CharacterTable.SPACELESS -> "s";
            case CharacterTable.DIGIT -> "d";
            case CharacterTable.MARK -> "m";
            default -> cp == '\'' || cp == 0x2019 ? "a" : cp == '.' || cp == ',' ? "p" : "-";
        };
    }

    private Pattern pattern() {
        boolean join = rules.apostrophe() == Apostrophe.JOIN;
        String letters = join ? "l[lm]*(?:al[lm]*)*" : "l[lm]*";
        if (rules.words() == Words.ALPHABETIC) {
            return Pattern.compile("sm*|" + (rules.numbers() == Numbers.SYMBOL ? letters + "|" + NUMBER : letters));
        }
        String digits = rules.numbers() == Numbers.SYMBOL ? NUMBER : "d[dm]*";
        return Pattern.compile("sm*|(?:" + letters + "|" + digits + ")+");
    }

    private List<Word> words() {
        List<Placed> all = new ArrayList<>();
        Matcher matcher = pattern().matcher(classes);
        while (matcher.find()) {
            for (String piece : pieces(canonical(matcher.start(), matcher.end()))) {
                int at = matcher.start();
                all.add(new Placed(piece, sentences.sentenceOf(at), sentences.paragraphOf(at)));
            }
        }
        Map<Integer, Long> lengths =
                all.stream().collect(Collectors.groupingBy(Placed::sentence, Collectors.counting()));
        List<Word> out = new ArrayList<>();
        Placed previous = null;
        for (Placed word : all) {
            String survivor = lengths.get(word.sentence) < rules.minSentence() ? "" : survivor(word.text);
            if (!survivor.isEmpty()) {
                out.add(new Word(survivor, breaks(previous, word)));
                previous = word;
            }
        }
        return out;
    }

    private static int breaks(Placed previous, Placed word) {
        if (previous == null || previous.paragraph != word.paragraph) {
            return WordBlock.PARAGRAPH | WordBlock.SENTENCE;
        }
        return previous.sentence != word.sentence ? WordBlock.SENTENCE : 0;
    }

    /** Applies the rule for numbers. The result is neither composed nor folded. */
    private String canonical(int from, int to) {
        String shape = classes.substring(from, to);
        StringBuilder out = new StringBuilder();
        Matcher number = Pattern.compile(NUMBER).matcher(shape);
        for (int i = 0; i < shape.length(); ) {
            if (rules.numbers() == Numbers.SYMBOL && shape.charAt(i) == 'd' && number.find(i)) {
                out.append('#');
                i = number.end();
            } else {
                if (shape.charAt(i) != 'a') {
                    out.appendCodePoint(text[from + i]);
                }
                i++;
            }
        }
        return out.toString();
    }

    /** The surviving word, or nothing. */
    private String survivor(String read) {
        String word = rules.unmask() ? unmasked(read) : read;
        boolean digit = word.codePoints().anyMatch(cp -> CharacterTable.classOf(cp) == CharacterTable.DIGIT);
        if (rules.numbers() == Numbers.DROP && digit
                || word.codePointCount(0, word.length()) < rules.minWord()
                || rules.stop().contains(word)) {
            return "";
        }
        if (rules.stem().isEmpty() || word.getBytes(StandardCharsets.UTF_8).length > 256) {
            return word;
        }
        var stemmer = WordStemmer.stemmer(rules.stem().get());
        stemmer.setCurrent(word);
        stemmer.stem();
        return stemmer.getCurrent();
    }

    // Composition of characters by the JDK's {@link Normalizer}, with the classes and foldings of the tables.

    /** The replacement of a character: nothing, itself or others. */
    private static IntStream read(int cp) {
        String expansion = JdkCharacters.expansion(cp);
        return CharacterTable.classOf(cp) == CharacterTable.IGNORED
                ? IntStream.empty()
                : expansion.isEmpty() ? IntStream.of(cp) : expansion.codePoints();
    }

    /** A word, composed and folded, in pieces of at most 4,096 bytes that are cut between segments. */
    static List<String> pieces(String word) {
        List<String> pieces = new ArrayList<>();
        StringBuilder piece = new StringBuilder();
        int size = 0;
        for (String segment : segments(word)) {
            String folded = folded(Normalizer.normalize(segment, Form.NFC));
            int bytes = folded.getBytes(StandardCharsets.UTF_8).length;
            if (size + bytes > 4096) {
                pieces.add(piece.toString());
                piece.setLength(0);
                size = 0;
            }
            piece.append(folded);
            size += bytes;
        }
        pieces.add(piece.toString());
        return pieces;
    }

    /** A segment is a character and up to 31 characters that join it, decomposed. */
    private static List<String> segments(String word) {
        List<String> segments = new ArrayList<>();
        StringBuilder segment = new StringBuilder();
        int length = 0;
        for (int cp : word.codePoints().toArray()) {
            String self = Character.toString(cp);
            if (!CharacterTable.joins(CharacterTable.entry(cp)) || length >= 32) {
                segments.add(segment.toString());
                segment.setLength(0);
                length = 0;
            }
            segment.append(self);
            length += (int) Normalizer.normalize(self, Form.NFD).codePoints().count();
        }
        segments.add(segment.toString());
        segments.removeIf(String::isEmpty);
        return segments;
    }

    private static String folded(String text) {
        StringBuilder out = new StringBuilder();
        text.codePoints().map(CharacterTable::fold).forEach(out::appendCodePoint);
        return out.toString();
    }

    /** A word after {@code --unmask}. */
    private static String unmasked(String word) {
        String plain = mapped(word, Unmasking::plain);
        String parts = Normalizer.normalize(plain, Form.NFD);
        boolean looksLatin = parts.codePoints()
                .filter(ReferenceWords::isLetter)
                .allMatch(cp -> Unmasking.isLatin(cp) || Unmasking.latin(cp) != cp);
        boolean lookalikes = parts.codePoints().anyMatch(cp -> Unmasking.latin(cp) != cp);
        String read = looksLatin && lookalikes ? mapped(parts, Unmasking::latin) : plain;
        return read.equals(word) ? word : String.join("", pieces(read));
    }

    private static boolean isLetter(int cp) {
        int kind = CharacterTable.classOf(cp);
        return kind == CharacterTable.LETTER || kind == CharacterTable.SPACELESS;
    }

    private static String mapped(String text, IntUnaryOperator how) {
        StringBuilder out = new StringBuilder();
        text.codePoints().map(how).forEach(out::appendCodePoint);
        return out.toString();
    }

    /** Finds the ends of sentences and paragraphs by looking at the whole text. */
    static final class ReferenceSentences {
        static final List<String> LISTED = List.of(
                "e.g.", "i.e.", "etc.", "vs.", "cf.", "Mr.", "Mrs.", "Ms.", "Dr.", "Prof.", "St.", "No.", "Fig.", "Eq.",
                "Sec.", "vol.", "pp.", "al.");

        private final int[] text;
        private final int[] sentence;
        private final int[] paragraph;

        ReferenceSentences(int[] text) {
            this.text = text;
            sentence = new int[text.length];
            paragraph = new int[text.length];
            int sentences = 0;
            int paragraphs = 0;
            for (int i = 0; i < text.length; i++) {
                boolean blank = endsBlankLine(i);
                paragraphs += blank ? 1 : 0;
                sentences += blank || endsSentence(i) ? 1 : 0;
                sentence[i] = sentences;
                paragraph[i] = paragraphs;
            }
        }

        int sentenceOf(int place) {
            return sentence[place];
        }

        int paragraphOf(int place) {
            return paragraph[place];
        }

        private boolean endsBlankLine(int i) {
            if (!isLineEnd(i)) {
                return false;
            }
            int j = i - 1;
            while (j >= 0 && isSpace(j) && !isLineEnd(j)) {
                j--;
            }
            return j < 0 || isLineEnd(j) && !(text[i] == '\n' && text[j] == '\r' && j == i - 1);
        }

        private boolean isLineEnd(int i) {
            return text[i] == '\n' || text[i] == '\r';
        }

        private boolean isSpace(int i) {
            return SentenceEnds.isWhiteSpace(text[i]);
        }

        private boolean endsSentence(int i) {
            if ("。｡！？।॥؟۔။។".indexOf(text[i]) >= 0) {
                return true;
            }
            if (!isSpace(i)) {
                return false;
            }
            for (int j = i - 1; j >= 0 && "\"')]}»”’›」』】〕〉》\u232A）］｝｣.!?".indexOf(text[j]) >= 0; j--) {
                if (".!?".indexOf(text[j]) >= 0 && !isHeldOpen(j)) {
                    return true;
                }
            }
            return false;
        }

        /** True if a single letter or an abbreviation is directly before the terminator. */
        private boolean isHeldOpen(int terminator) {
            int start = terminator;
            while (start > 0 && (kind(start - 1) != CharacterTable.OTHER || isInnerApostrophe(start - 1))) {
                start--;
            }
            while (start < terminator && kind(start) == CharacterTable.MARK) {
                start++;
            }
            String token = new String(text, start, terminator - start);
            if (text[terminator] == '.' && LISTED.contains(token + ".")) {
                return true;
            }
            int[] bases = token.codePoints()
                    .filter(c -> kindOf(c) != CharacterTable.MARK)
                    .toArray();
            return bases.length == 1 && kindOf(bases[0]) == CharacterTable.LETTER;
        }

        private boolean isInnerApostrophe(int i) {
            int before = i - 1;
            while (before >= 0 && kind(before) == CharacterTable.MARK) {
                before--;
            }
            return (text[i] == '\'' || text[i] == 0x2019)
                    && before >= 0
                    && kind(before) == CharacterTable.LETTER
                    && i + 1 < text.length
                    && kind(i + 1) == CharacterTable.LETTER;
        }

        private int kind(int i) {
            return kindOf(text[i]);
        }

        /**
         * Letters of scripts without spaces count as letters. A letter that may compose with the one before it counts
         * as a mark.
         */
        private static int kindOf(int cp) {
            int kind = CharacterTable.classOf(cp);
            boolean letter = kind == CharacterTable.LETTER || kind == CharacterTable.SPACELESS;
            return CharacterTable.joins(CharacterTable.entry(cp))
                    ? CharacterTable.MARK
                    : letter ? CharacterTable.LETTER : kind;
        }
    }

    /**
     * What the {@link Character} and the {@link Normalizer} of the running JDK say of characters. The frozen tables in
     * the jar say the same as JDK 25 (Unicode 16), and must not follow a later one: stored fingerprints depend on them.
     */
    static final class JdkCharacters {
        /** Scripts that are written without spaces between words. */
        private static final Set<UnicodeScript> SPACELESS = Set.of(
                UnicodeScript.HAN,
                UnicodeScript.HIRAGANA,
                UnicodeScript.THAI,
                UnicodeScript.LAO,
                UnicodeScript.KHMER,
                UnicodeScript.MYANMAR);
        /** Unicode's Default_Ignorable_Code_Point, first and last of each range. The JDK has no method for it. */
        private static final int[][] IGNORED = {
            {0xAD, 0xAD}, {0x34F, 0x34F}, {0x61C, 0x61C}, {0x115F, 0x1160}, {0x17B4, 0x17B5}, {0x180B, 0x180F},
            {0x200B, 0x200F}, {0x202A, 0x202E}, {0x2060, 0x206F}, {0x3164, 0x3164}, {0xFE00, 0xFE0F}, {0xFEFF, 0xFEFF},
            {0xFFA0, 0xFFA0}, {0xFFF0, 0xFFF8}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF}
        };
        /**
         * Variants of letters from typesetting, width or encodings, without a meaning of their own: digraphs and
         * ligatures, radicals, compatibility jamo, presentation forms, half and full width. First and last of each
         * range.
         */
        private static final int[][] FORMS = {
            {0x132, 0x133}, {0x13F, 0x140}, {0x149, 0x149}, {0x1C4, 0x1CC}, {0x1F1, 0x1F3}, {0x587, 0x587},
            {0x675, 0x678}, {0xE33, 0xE33}, {0xEB3, 0xEB3}, {0xEDC, 0xEDD}, {0xF77, 0xF77}, {0xF79, 0xF79},
            {0x1E9A, 0x1E9A}, {0x2E80, 0x2FD5}, {0x3038, 0x303A}, {0x309F, 0x309F}, {0x30FF, 0x30FF}, {0x3131, 0x318E},
            {0xFB00, 0xFDFC}, {0xFE70, 0xFEFC}, {0xFF00, 0xFFEF}
        };

        /** The second characters of all pairs that compose; NFC may compose such a character with the one before it. */
        private static final BitSet SECONDS = new BitSet();

        static {
            all().filter(JdkCharacters::isComposite).forEach(cp -> SECONDS.set(lastOf(nfd(Character.toString(cp)))));
        }

        private JdkCharacters() {}

        /** All code points but surrogates. */
        static IntStream all() {
            return IntStream.rangeClosed(0, Character.MAX_CODE_POINT).filter(cp -> cp < 0xD800 || cp > 0xDFFF);
        }

        static int classOf(int cp) {
            if (isIn(IGNORED, cp)) {
                return CharacterTable.IGNORED;
            }
            if (Character.isDigit(cp)) {
                return CharacterTable.DIGIT;
            }
            if (isSpaceless(cp)) {
                return CharacterTable.SPACELESS;
            }
            if (Character.isLetter(cp)) {
                return CharacterTable.LETTER;
            }
            return switch (Character.getType(cp)) {
                case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK, Character.ENCLOSING_MARK ->
                    CharacterTable.MARK;
                default -> CharacterTable.OTHER;
            };
        }

        private static boolean isIn(int[][] ranges, int cp) {
            return Arrays.stream(ranges).anyMatch(range -> cp >= range[0] && cp <= range[1]);
        }

        /** Han numerals (〇) and radicals belong to words, although Unicode classifies them as numbers and symbols. */
        private static boolean isSpaceless(int cp) {
            UnicodeScript script = UnicodeScript.of(cp);
            int type = Character.getType(cp);
            boolean ideograph =
                    script == UnicodeScript.HAN && (type == Character.LETTER_NUMBER || type == Character.OTHER_SYMBOL);
            return SPACELESS.contains(script) && (Character.isLetter(cp) || ideograph);
        }

        static boolean isOfWords(int cp) {
            int kind = classOf(cp);
            return kind != CharacterTable.OTHER && kind != CharacterTable.IGNORED;
        }

        /** C and S of CaseFolding.txt: the dotted capital I and the dotless lower-case i are separate letters. */
        static int fold(int cp) {
            return cp == 0x130 || cp == 0x131 || !isOfWords(cp) ? cp : Character.toLowerCase(Character.toUpperCase(cp));
        }

        /**
         * What a character is read as: its canonical decomposition where NFC does not keep it, or the letters of a
         * form.
         */
        static String expansion(int cp) {
            String self = Character.toString(cp);
            if (!isOfWords(cp)) {
                return "";
            }
            String full = isIn(FORMS, cp) ? Normalizer.normalize(self, Form.NFKD) : nfd(self);
            boolean kept = nfc(full).equals(self) && !SECONDS.get(full.codePointAt(0)) || full.startsWith(" ");
            return kept || full.equals(self) ? "" : full;
        }

        /** Whether NFC composes a character of several. */
        static boolean isComposite(int cp) {
            String self = Character.toString(cp);
            String nfd = nfd(self);
            return nfd.codePointCount(0, nfd.length()) > 1 && nfc(nfd).equals(self);
        }

        static int lastOf(String text) {
            return text.codePointBefore(text.length());
        }

        /** Whether the order of two characters is not canonical. It reveals the combining classes of marks. */
        static boolean isSwapped(int a, int b) {
            String text = Character.toString(a) + Character.toString(b);
            return !nfd(text).equals(text);
        }

        /** The character of which a letter or digit is a variant in font or height. */
        static int plain(int cp) {
            int kind = classOf(cp);
            boolean greek = cp >= 0x370 && cp < 0x400;
            if (kind != CharacterTable.LETTER && kind != CharacterTable.DIGIT
                    || fold(cp) != cp
                    || greek
                    || !expansion(cp).isEmpty()) {
                return cp;
            }
            String full = Normalizer.normalize(Character.toString(cp), Form.NFKD);
            return full.codePointCount(0, full.length()) == 1 ? fold(full.codePointAt(0)) : cp;
        }

        static String nfd(String text) {
            return Normalizer.normalize(text, Form.NFD);
        }

        static String nfc(String text) {
            return Normalizer.normalize(text, Form.NFC);
        }
    }
}

package io.whorl.lab.experiment;

import io.whorl.lab.collection.Groups;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.experiment.AlignmentLaboratory.PairSource;
import io.whorl.lab.experiment.AlignmentLaboratory.Plagdet.Match;
import io.whorl.lab.experiment.AlignmentLaboratory.TextPair;
import io.whorl.lab.files.LabException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedSet;

/**
 * Pairs of documents of different groups, with passages copied from one to the other and edited. The same collection,
 * seed and number give the same pair.
 *
 * <p>Paragraphs of the host that have an n-gram in common with the source are left out first, so that the copies are
 * the only cases.
 */
public final class CopiedPairs implements PairSource {
    /** Code points of a document, at least; shorter ones are joined to longer texts. */
    private static final int LEAST_LENGTH = 4_000;

    private static final int LEAST_LENGTH_SPACELESS = 2_000;
    /** A joined document is complete when it has this many times the least length. */
    private static final int JOINED = 4;

    private static final int MOST_LENGTH = 60_000;
    private static final int MOST_PASSAGES = 3;
    /** What is left of the host, as a share of the least length. */
    private static final double LEAST_HOST = 0.5;
    /** Pairs that are drawn until one has a host of its own. */
    private static final int ATTEMPTS = 200;

    private static final int WORDS_OF_GRAM = 5;
    private static final int LETTERS_OF_GRAM = 8;

    private final List<String> documents;
    private final int pairs;
    private final long seed;

    /** Reads the last document of each group. */
    public CopiedPairs(Texts texts, Groups groups, String prefix, int pairs, long seed) throws IOException {
        this.pairs = pairs;
        this.seed = seed;
        documents = documents(texts, groups, prefix);
        if (documents.size() < 2) {
            throw new LabException("the collection has " + documents.size() + " usable groups with documents named '"
                    + prefix + "...'; copies need two documents of " + LEAST_LENGTH + " characters");
        }
    }

    private static List<String> documents(Texts texts, Groups groups, String prefix) throws IOException {
        List<String> documents = new ArrayList<>();
        StringBuilder joined = new StringBuilder();
        for (SortedSet<String> group : groups.members().values()) {
            String last = group.last();
            if (!last.startsWith(prefix)) {
                continue;
            }
            String text = new String(texts.text(last), StandardCharsets.UTF_8);
            int least = Units.isSpaceless(text) ? LEAST_LENGTH_SPACELESS : LEAST_LENGTH;
            if (text.length() >= least) {
                if (text.length() <= MOST_LENGTH) {
                    documents.add(text);
                }
                continue;
            }
            joined.append(text).append("\n\n");
            if (joined.length() >= JOINED * least) {
                documents.add(joined.toString());
                joined.setLength(0);
            }
        }
        return documents;
    }

    @Override
    public int size() {
        return pairs;
    }

    @Override
    public TextPair pair(int number) {
        Edit edit = Edit.values()[number % Edit.values().length];
        Random random = new Random(seed * 1_000_003 + number);
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            String source = documents.get(random.nextInt(documents.size()));
            String host = documents.get(random.nextInt(documents.size()));
            List<String> paragraphs = host.equals(source) ? List.of() : ownParagraphs(host, source);
            if (length(paragraphs) >= LEAST_HOST * (Units.isSpaceless(host) ? LEAST_LENGTH_SPACELESS : LEAST_LENGTH)) {
                return copied(edit, paragraphs, source, random);
            }
        }
        throw new LabException("of " + ATTEMPTS + " pairs of documents none has enough paragraphs without common words;"
                + " the documents are too much alike for copies that are the only ones");
    }

    private static int length(List<String> paragraphs) {
        return paragraphs.stream().mapToInt(String::length).sum();
    }

    private TextPair copied(Edit edit, List<String> paragraphs, String source, Random random) {
        Vocabulary vocabulary = new Vocabulary(documents, random);
        int copies = edit == Edit.CLEAN ? 0 : 1 + random.nextInt(MOST_PASSAGES);
        List<Integer> places = new ArrayList<>();
        for (int copy = 0; copy < copies; copy++) {
            places.add(random.nextInt(paragraphs.size() + 1));
        }
        StringBuilder text = new StringBuilder();
        List<Match> cases = new ArrayList<>();
        PassageChoice choice = new PassageChoice(source, random);
        for (int at = 0; at <= paragraphs.size(); at++) {
            for (int place : places) {
                if (place == at) {
                    choice.next().ifPresent(passage -> {
                        String copy = edit.apply(source.substring(passage.from(), passage.to()), vocabulary, random);
                        int from = text.codePointCount(0, text.length());
                        text.append(copy);
                        int to = text.codePointCount(0, text.length());
                        text.append("\n\n");
                        cases.add(new Match(
                                from,
                                to,
                                source.codePointCount(0, passage.from()),
                                source.codePointCount(0, passage.to())));
                    });
                }
            }
            if (at < paragraphs.size()) {
                text.append(paragraphs.get(at));
            }
        }
        return new TextPair(edit.title(), text.toString(), source, cases);
    }

    private static List<String> ownParagraphs(String host, String source) {
        Set<String> grams = grams(source);
        return Arrays.stream(host.split("(?<=\n\n)"))
                .filter(paragraph -> Collections.disjoint(grams(paragraph), grams))
                .toList();
    }

    private static Set<String> grams(String text) {
        boolean spaceless = Units.isSpaceless(text);
        List<String> words = Units.words(text, spaceless);
        int length = spaceless ? LETTERS_OF_GRAM : WORDS_OF_GRAM;
        Set<String> grams = new HashSet<>();
        for (int k = 0; k + length <= words.size(); k++) {
            grams.add(String.join(" ", words.subList(k, k + length)));
        }
        return grams;
    }

    enum Edit {
        NONE("0-none", 0),
        LIGHT("1-light05", 0.05),
        MEDIUM("2-medium15", 0.15),
        HEAVY("3-heavy30", 0.30),
        /** Sentences change places with near ones, and some words are replaced. */
        REORDERED("4-reordered", 0.05),
        CLEAN("5-clean", 0);

        /** A sentence moves at most this far. */
        private static final int FARTHEST = 3;

        private final String title;
        private final double rate;

        Edit(String title, double rate) {
            this.title = title;
            this.rate = rate;
        }

        String title() {
            return title;
        }

        /** Replaces, deletes and inserts words, each with a third of the rate. The result is not empty. */
        String apply(String passage, Vocabulary vocabulary, Random random) {
            boolean spaceless = Units.isSpaceless(passage);
            String text = this == REORDERED ? reordered(passage, spaceless, random) : passage;
            if (rate == 0) {
                return text;
            }
            StringBuilder edited = new StringBuilder();
            for (String unit : Units.of(text)) {
                if (unit.isBlank() || random.nextDouble() >= rate) {
                    edited.append(unit);
                    continue;
                }
                switch (random.nextInt(3)) {
                    case 0 -> edited.append(vocabulary.draw(spaceless));
                    case 1 -> edited.append(vocabulary.draw(spaceless)).append(unit);
                    default -> {
                        // The unit is deleted.
                    }
                }
            }
            String stripped = edited.toString().strip();
            return stripped.isEmpty() ? passage : stripped;
        }

        private static String reordered(String passage, boolean spaceless, Random random) {
            List<String> sentences =
                    new ArrayList<>(List.of(passage.split(spaceless ? "(?<=[。！？\n])" : "(?<=[.!?])\\s+")));
            for (int k = sentences.size() - 1; k > 0; k--) {
                Collections.swap(sentences, k, Math.max(0, k - 1 - random.nextInt(FARTHEST)));
            }
            return String.join(spaceless ? "" : " ", sentences);
        }
    }

    static final class Vocabulary {
        private final List<String> documents;
        private final Random random;

        Vocabulary(List<String> documents, Random random) {
            this.documents = documents;
            this.random = random;
        }

        /** Returns a letter of a document if the text that is edited has no spaces, or else a word and a space. */
        String draw(boolean spaceless) {
            while (true) {
                String document = documents.get(random.nextInt(documents.size()));
                int at = random.nextInt(document.length());
                if (spaceless) {
                    int codePoint = document.codePointAt(at);
                    if (Character.isLetter(codePoint)) {
                        return Character.toString(codePoint);
                    }
                } else {
                    int from = at;
                    while (from > 0 && !Character.isWhitespace(document.charAt(from - 1))) {
                        from--;
                    }
                    int to = at;
                    while (to < document.length() && !Character.isWhitespace(document.charAt(to))) {
                        to++;
                    }
                    if (to > from) {
                        return document.substring(from, to) + " ";
                    }
                }
            }
        }
    }

    /** Chooses passages of a text: 50 to 1,000 words from the start of a sentence, none twice. */
    static final class PassageChoice {
        private static final double SHORTEST = 50;
        private static final double LONGEST = 1_000;
        private static final double CHARS_OF_WORD = 6.2;
        private static final double LETTERS_OF_WORD = 2;
        private static final double MOST_OF_TEXT = 0.7;
        private static final int LEAST_CHARS = 200;
        private static final int LEAST_LETTERS = 60;
        private static final int ATTEMPTS = 20;

        private final String text;
        private final boolean spaceless;
        private final Random random;
        private final List<Interval> chosen = new ArrayList<>();

        PassageChoice(String text, Random random) {
            this.text = text;
            this.random = random;
            spaceless = Units.isSpaceless(text);
        }

        /** Chars of the text; the end is exclusive. */
        record Interval(int from, int to) {}

        /** Returns a passage that overlaps no earlier one, if one is found soon. Lengths are log-uniform. */
        Optional<Interval> next() {
            for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
                double words = SHORTEST * Math.pow(LONGEST / SHORTEST, random.nextDouble());
                int length = (int) (words * (spaceless ? LETTERS_OF_WORD : CHARS_OF_WORD));
                if (length > MOST_OF_TEXT * text.length()) {
                    continue;
                }
                Interval passage = trimmed(random.nextInt(text.length() - length), length);
                if (passage.to - passage.from >= (spaceless ? LEAST_LETTERS : LEAST_CHARS)
                        && chosen.stream()
                                .noneMatch(
                                        other -> Match.overlap(passage.from, passage.to, other.from, other.to) > 0)) {
                    chosen.add(passage);
                    return Optional.of(passage);
                }
            }
            return Optional.empty();
        }

        private Interval trimmed(int at, int length) {
            int from = at;
            while (from > 0 && !isSentenceStart(from)) {
                from--;
            }
            int to = Math.min(text.length(), from + length);
            while (to < text.length() && !isEnd(to)) {
                to++;
            }
            while (from < to && Character.isWhitespace(text.charAt(from))) {
                from++;
            }
            while (to > from && Character.isWhitespace(text.charAt(to - 1))) {
                to--;
            }
            return new Interval(from, to);
        }

        private boolean isSentenceStart(int at) {
            char before = text.charAt(at - 1);
            if (spaceless) {
                return "。！？\n".indexOf(before) >= 0;
            }
            return Character.isWhitespace(before) && (at == 1 || ".!?\n".indexOf(text.charAt(at - 2)) >= 0);
        }

        private boolean isEnd(int at) {
            return spaceless ? "。！？\n".indexOf(text.charAt(at - 1)) >= 0 : Character.isWhitespace(text.charAt(at));
        }
    }

    /** The units that edits replace: words with the white space after them, or letters of a script without spaces. */
    static final class Units {
        /** A text is in a script without spaces if this share of its letters is. */
        private static final double LEAST_SHARE = 0.3;

        private Units() {}

        static boolean isSpaceless(String text) {
            long letters = text.codePoints().filter(Character::isLetter).count();
            long spaceless = text.codePoints().filter(Units::isSpaceless).count();
            return letters > 0 && spaceless >= LEAST_SHARE * letters;
        }

        private static boolean isSpaceless(int codePoint) {
            return switch (Character.UnicodeScript.of(codePoint)) {
                case HAN, HIRAGANA, KATAKANA, THAI, LAO, KHMER, MYANMAR -> true;
                default -> false;
            };
        }

        /** Splits a text; the units together are the text. */
        static List<String> of(String text) {
            if (isSpaceless(text)) {
                return text.codePoints().mapToObj(Character::toString).toList();
            }
            return Arrays.asList(text.split("(?<=\\s)(?=\\S)"));
        }

        /** Returns the lower-case words, or the letters, without punctuation and white space. */
        static List<String> words(String text, boolean spaceless) {
            String lower = text.toLowerCase(Locale.ROOT);
            String[] words = spaceless ? lower.replaceAll("\\s+", "").split("") : lower.split("(?U)\\W+");
            return Arrays.stream(words).filter(word -> !word.isEmpty()).toList();
        }
    }
}

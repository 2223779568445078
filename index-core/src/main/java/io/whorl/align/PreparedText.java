package io.whorl.align;

import io.whorl.text.LookAlikes;
import io.whorl.text.PlacedWords;
import io.whorl.text.WordBlock;
import io.whorl.text.WordSet;
import io.whorl.text.WordStemmer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A text that is ready to be aligned with others: its words, and its content words by stem. Made by
 * {@link Aligner#prepare}; a text that is aligned with many others is prepared once. Immutable and thread-safe.
 */
public final class PreparedText {
    private static final int STOP = -1;

    final TextWords words;
    /** The number of each content word's stem in {@link #stems}. */
    final int[] stem;

    final WordSet stems = new WordSet();
    /** The word that each content word is. */
    final int[] wordOf;
    /** The content word at or after each word; one more entry than words. */
    final int[] contentAt;
    /** True if a sentence begins between a content word and the one before it; true at both ends of the text. */
    final boolean[] border;
    /** The language whose function words are left out, and in which the others are stemmed. */
    final Optional<Language> language;
    /** How many words are function words of each language, if the language is recognised by them; otherwise empty. */
    private final long[] functionWords;

    PreparedText(TextWords words, Optional<Language> language) {
        this(words, language, new long[0]);
    }

    private PreparedText(TextWords words, Optional<Language> language, long[] functionWords) {
        this.words = words;
        this.language = language;
        this.functionWords = functionWords;
        int count = words.size();
        int[] stemOf = stemsOf(words.distinct, language);
        int[] found = new int[count];
        int[] places = new int[count];
        contentAt = new int[count + 1];
        int content = 0;
        for (int k = 0; k < count; k++) {
            contentAt[k] = content;
            int number = words.spaceless[k] ? letterPair(k) : stemOf[words.word[k]];
            if (number != STOP) {
                found[content] = number;
                places[content++] = k;
            }
        }
        contentAt[count] = content;
        stem = Arrays.copyOf(found, content);
        wordOf = Arrays.copyOf(places, content);
        border = borders();
    }

    /** Prepares a text in the language that its function words suggest. */
    static PreparedText recognised(TextWords words) {
        long[] functionWords = Language.LIST.stream()
                .mapToLong(language -> language.functionWords(words))
                .toArray();
        return new PreparedText(words, Language.of(functionWords, words.size()), functionWords);
    }

    /** Returns this text, prepared in the language of both texts together if the languages were recognised. */
    PreparedText with(PreparedText other) {
        if (functionWords.length == 0 || other.functionWords.length == 0) {
            return this;
        }
        long[] sums = new long[functionWords.length];
        Arrays.setAll(sums, i -> functionWords[i] + other.functionWords[i]);
        Optional<Language> together = Language.of(sums, (long) words.size() + other.words.size());
        return together.equals(language) ? this : new PreparedText(words, together, functionWords);
    }

    private int[] stemsOf(WordSet distinct, Optional<Language> language) {
        Optional<WordStemmer> stemmer = language.filter(l -> l.prefixes.isEmpty() && l.suffixes.isEmpty())
                .map(l -> new WordStemmer(l.toString()));
        int[] stemOf = new int[distinct.size()];
        for (int number = 0; number < stemOf.length; number++) {
            byte[] word = distinct.word(number);
            if (word.length == 1 || language.isPresent() && language.get().words.contains(word, 0, word.length)) {
                stemOf[number] = STOP;
            } else {
                byte[] stemmed = stemmer.isPresent()
                        ? stemmer.get().stem(word, 0, word.length)
                        : language.map(l -> l.withoutAffixes(word)).orElse(word);
                stemOf[number] = stemmed.length == 0 ? STOP : stems.add(stemmed, 0, stemmed.length);
            }
        }
        return stemOf;
    }

    /**
     * The two letters at k as one content word. A single letter of a script without spaces is as frequent as a function
     * word. At the end of a sentence there is no pair.
     */
    private int letterPair(int k) {
        if (k + 1 == words.size() || !words.spaceless[k + 1] || words.sentence[k + 1]) {
            return STOP;
        }
        byte[] first = words.distinct.word(words.word[k]);
        byte[] second = words.distinct.word(words.word[k + 1]);
        byte[] pair = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, pair, first.length, second.length);
        return stems.add(pair, 0, pair.length);
    }

    private boolean[] borders() {
        boolean[] borders = new boolean[stem.length + 1];
        borders[0] = true;
        borders[stem.length] = true;
        for (int k = 0; k < words.size(); k++) {
            borders[contentAt[k]] |= words.sentence[k];
        }
        return borders;
    }

    public int words() {
        return words.size();
    }

    /** Content words. */
    int length() {
        return stem.length;
    }

    /** The words of a text with their places. Immutable and thread-safe. */
    static final class TextWords {
        final byte[] utf8;
        /** Places of words: bytes and code points, ends exclusive. */
        final int[] startByte;

        final int[] endByte;
        final int[] startChar;
        final int[] endChar;
        /** True for a word that is a letter of a script without spaces. */
        final boolean[] spaceless;
        /** True for a word that begins a sentence. */
        final boolean[] sentence;
        /** The number of each word in {@link #distinct}. */
        final int[] word;

        final WordSet distinct;

        TextWords(byte[] utf8) {
            this.utf8 = utf8;
            byte[] undone = LookAlikes.undone(utf8);
            PlacedWords placed = new PlacedWords(undone);
            if (undone != utf8) {
                placed.placeIn(utf8);
            }
            WordBlock block = placed.words;
            int count = block.count;
            startByte = placed.startByte;
            endByte = placed.endByte;
            startChar = placed.startChar;
            endChar = placed.endChar;
            spaceless = placed.spaceless;
            sentence = new boolean[count];
            word = new int[count];
            distinct = new WordSet();
            for (int k = 0; k < count; k++) {
                sentence[k] = (block.breaks[k] & WordBlock.SENTENCE) != 0;
                word[k] = distinct.add(block.bytes, block.start(k), block.end[k]);
            }
        }

        int size() {
            return word.length;
        }
    }

    /** A language whose function words are known. Immutable and thread-safe. */
    static final class Language {
        private static final Comparator<byte[]> LONGEST_FIRST =
                Comparator.comparingInt((byte[] affix) -> affix.length).reversed();
        private static final String RESOURCE = "function-words.txt";
        private static final Map<String, Language> ALL = load();
        /** All languages, sorted by name. */
        static final List<Language> LIST = List.copyOf(ALL.values());

        /** A text is of a language if at least this share of its words are function words of it. */
        private static final double LEAST_SHARE = 0.08;
        /** Letters that affixes leave of a word, at least. */
        private static final int LEAST_STEM = 4;
        /** Affixes that a word loses on either side, at most. */
        private static final int MOST_AFFIXES = 2;

        private final String name;
        private final WordSet words = new WordSet();
        /** Affixes, longest first, of a language that has no Snowball stemmer. */
        private final List<byte[]> prefixes = new ArrayList<>();

        private final List<byte[]> suffixes = new ArrayList<>();

        private Language(String name, String words) {
            this.name = name;
            for (String word : words.strip().split(" ")) {
                byte[] utf8 = word.replace("-", "").getBytes(StandardCharsets.UTF_8);
                if (word.endsWith("-")) {
                    prefixes.add(utf8);
                } else if (word.startsWith("-")) {
                    suffixes.add(utf8);
                } else {
                    this.words.add(utf8, 0, utf8.length);
                }
            }
            prefixes.sort(LONGEST_FIRST);
            suffixes.sort(LONGEST_FIRST);
        }

        /** Names of all languages, sorted. */
        static List<String> names() {
            return List.copyOf(ALL.keySet());
        }

        static Optional<Language> of(String name) {
            return Optional.ofNullable(ALL.get(name.toLowerCase(Locale.ROOT)));
        }

        /**
         * Returns the language with the most function words, if there are enough.
         *
         * @param found by language
         * @param words all words
         */
        static Optional<Language> of(long[] found, long words) {
            int best = 0;
            for (int i = 1; i < found.length; i++) {
                best = found[i] > found[best] ? i : best;
            }
            boolean enough = found[best] > 0 && found[best] >= LEAST_SHARE * words;
            return enough ? Optional.of(LIST.get(best)) : Optional.empty();
        }

        /** Strips the longest suffixes and then the longest prefixes of a folded word. */
        byte[] withoutAffixes(byte[] word) {
            int from = 0;
            int to = word.length;
            for (int k = 0; k < MOST_AFFIXES; k++) {
                to -= affixAt(suffixes, word, from, to, true);
            }
            for (int k = 0; k < MOST_AFFIXES; k++) {
                from += affixAt(prefixes, word, from, to, false);
            }
            return to - from == word.length ? word : Arrays.copyOfRange(word, from, to);
        }

        /** The length of the longest affix that begins or ends a part of a word; 0 for none. */
        private static int affixAt(List<byte[]> affixes, byte[] word, int from, int to, boolean atEnd) {
            for (byte[] affix : affixes) {
                int at = atEnd ? to - affix.length : from;
                if (to - from - affix.length >= LEAST_STEM
                        && Arrays.equals(affix, 0, affix.length, word, at, at + affix.length)) {
                    return affix.length;
                }
            }
            return 0;
        }

        long functionWords(TextWords text) {
            boolean[] isFunctionWord = new boolean[text.distinct.size()];
            for (int number = 0; number < isFunctionWord.length; number++) {
                isFunctionWord[number] = words.find(text.distinct, number) >= 0;
            }
            long found = 0;
            for (int word : text.word) {
                found += isFunctionWord[word] ? 1 : 0;
            }
            return found;
        }

        /** Returns the name of the language, which is also the name of its stemmer if it has no affixes. */
        @Override
        public String toString() {
            return name;
        }

        private static Map<String, Language> load() {
            Map<String, Language> all = new TreeMap<>();
            try (BufferedReader lines = new BufferedReader(
                    new InputStreamReader(Language.class.getResourceAsStream(RESOURCE), StandardCharsets.UTF_8))) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    if (!line.startsWith("#")) {
                        int colon = line.indexOf(':');
                        String name = line.substring(0, colon);
                        all.put(name, new Language(name, line.substring(colon + 1)));
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(RESOURCE + " of the library cannot be read", e);
            }
            return all;
        }
    }
}

package io.whorl.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A class of made essays with known answers: essays, the sources that they may use, and essays of last year. Some
 * essays have passages of others. Essays also share what is no copy: entries of lists of references, quotations with a
 * citation, the sheet of the exercise, and phrases of the language. Equal seeds make equal classes.
 */
public final class EssayClass {
    private static final int ESSAY_WORDS = 900;
    private static final int LEAST_BYTES = 160;
    private static final String FUNCTION_WORDS =
            "the of and to in a is that it for as with was on be by this are from or which an at not have had but were"
                    + " their its has been they more one would all there when can who if so no out up into than some"
                    + " could only other then about these also may most such even where after many through over between"
                    + " because";

    private Random random;
    private final long seed;
    private final int number;
    private final List<String> vocabulary = new ArrayList<>();
    private final List<String> phrases = new ArrayList<>();
    private final List<String> entries = new ArrayList<>();
    private final List<String> quotations = new ArrayList<>();
    private final String sheet;
    /** Texts by file name, as paragraphs of sentences. */
    private final Map<String, List<List<String>>> texts = new TreeMap<>();

    private final List<Planted> planted = new ArrayList<>();

    /** A kind of copying, and the words of a copy. */
    public enum Kind {
        VERBATIM_25(25),
        VERBATIM_50(50),
        VERBATIM_100(100),
        VERBATIM_200(200),
        EDITED_10(150),
        EDITED_20(200),
        EDITED_33(250),
        SHUFFLED(200),
        CHINESE(120);

        private final int words;

        Kind(int words) {
            this.words = words;
        }
    }

    /** A copy that an essay has from another text: its words there. */
    public record Planted(Kind kind, String essay, String source, String words) {}

    /** @param essays the number of essays; there are a quarter as many sources and an eighth of old essays */
    public EssayClass(long seed, int essays) {
        this.seed = seed;
        random = new Random(seed);
        number = essays;
        for (int i = 0; i < 4_000; i++) {
            vocabulary.add(pseudoWord());
        }
        for (int i = 0; i < 80; i++) {
            phrases.add(words(5 + random.nextInt(4)));
        }
        for (int i = 0; i < 60; i++) {
            entries.add(entry());
        }
        Collections.sort(entries);
        for (int i = 0; i < 25; i++) {
            quotations.add(words(15 + random.nextInt(35)));
        }
        sheet = IntStream.range(0, 5).mapToObj(i -> sentence()).collect(Collectors.joining(" "));
        List<String> old = new ArrayList<>();
        addTexts("sources/source", essays / 4, old);
        addTexts("last-year/old", essays / 8, old);
        List<String> own = new ArrayList<>();
        addTexts("essays/essay", essays, own);
        plant(own, old);
    }

    private void addTexts(String name, int count, List<String> names) {
        for (int i = 1; i <= count; i++) {
            names.add(String.format("%s-%05d.txt", name, i));
            texts.put(names.get(names.size() - 1), body());
        }
    }

    /**
     * Plants copies of each kind, two of three from a source or an old essay. No essay gives what it took, and while
     * there are enough texts, each gives once.
     */
    private void plant(List<String> essays, List<String> old) {
        int copies = Math.max(Kind.values().length, number / 2);
        for (int i = 0; i < copies; i++) {
            String essay = essays.get(i);
            Kind kind = Kind.values()[i % Kind.values().length];
            String source = i % 3 == 0 ? essays.get(essays.size() - 1 - i / 3) : old.get((i - i / 3 - 1) % old.size());
            List<String> copy = kind == Kind.CHINESE ? chinese() : passage(source, kind.words);
            if (kind == Kind.CHINESE) {
                texts.get(source).add(2, copy);
            }
            List<String> edited = edited(kind, copy);
            texts.get(essay).add(1 + random.nextInt(texts.get(essay).size() - 1), edited);
            planted.add(new Planted(kind, essay, source, String.join(" ", edited)));
        }
    }

    /** Returns consecutive sentences, of which the last one is cut. They have the bytes of a passage. */
    private List<String> passage(String source, int words) {
        List<String> all = texts.get(source).stream().flatMap(List::stream).toList();
        int at = random.nextInt(all.size() - words / 8 - 2);
        List<String> copy = new ArrayList<>();
        int bytes = 0;
        for (int left = words; (left > 0 || bytes < LEAST_BYTES) && at < all.size(); at++) {
            List<String> sentence = List.of(all.get(at).split(" "));
            String part = String.join(" ", sentence.subList(0, Math.min(Math.max(3, left), sentence.size())));
            copy.add(part);
            bytes += part.length();
            left -= sentence.size();
        }
        return copy;
    }

    private List<String> edited(Kind kind, List<String> copy) {
        List<String> result = new ArrayList<>(copy);
        switch (kind) {
            case EDITED_10 -> result.replaceAll(sentence -> edited(sentence, 0.1));
            case EDITED_20 -> result.replaceAll(sentence -> edited(sentence, 0.2));
            case EDITED_33 -> result.replaceAll(sentence -> edited(sentence, 0.33));
            case SHUFFLED -> Collections.shuffle(result, random);
            default -> {}
        }
        return result;
    }

    private String edited(String sentence, double share) {
        StringBuilder result = new StringBuilder();
        for (String word : sentence.split(" ")) {
            boolean edits = random.nextDouble() < share;
            int how = random.nextInt(4);
            if (!edits || how == 1) {
                result.append(word).append(' ');
            }
            if (edits && how > 0) {
                result.append(word()).append(' ');
            }
        }
        return result.toString().strip();
    }

    private List<List<String>> body() {
        List<List<String>> paragraphs = new ArrayList<>();
        for (int words = 0; words < ESSAY_WORDS; ) {
            List<String> paragraph = new ArrayList<>();
            for (int i = 3 + random.nextInt(4); i > 0; i--) {
                paragraph.add(sentence());
                words += paragraph.get(paragraph.size() - 1).split(" ").length;
            }
            paragraphs.add(paragraph);
        }
        return paragraphs;
    }

    private String sentence() {
        String start = random.nextInt(6) == 0 ? phrases.get(random.nextInt(phrases.size())) + " " : "";
        String words = start + words(8 + random.nextInt(14));
        return Character.toUpperCase(words.charAt(0)) + words.substring(1) + ".";
    }

    private String words(int count) {
        return IntStream.range(0, count).mapToObj(i -> word()).collect(Collectors.joining(" "));
    }

    /** Nearly every second word is a function word; the others are the rarer, the higher their numbers. */
    private String word() {
        String[] function = FUNCTION_WORDS.split(" ");
        double u = random.nextDouble();
        return random.nextDouble() < 0.45
                ? function[(int) (function.length * u * u)]
                : vocabulary.get((int) (vocabulary.size() * u * u));
    }

    private String pseudoWord() {
        StringBuilder word = new StringBuilder();
        for (int i = 2 + random.nextInt(3); i > 0; i--) {
            word.append("bcdfglmnprst".charAt(random.nextInt(12))).append("aeiou".charAt(random.nextInt(5)));
        }
        return word.append("nrstlm".charAt(random.nextInt(6))).toString();
    }

    private List<String> chinese() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < Kind.CHINESE.words; i++) {
            text.append((char) (0x4e00 + random.nextInt(1_200))).append(i % 17 == 16 ? "。" : "");
        }
        return List.of(text.toString());
    }

    private String entry() {
        return String.format(
                "%s, %c. (%d). %s. Journal of %s, %d(%d), %d–%d.",
                capitalised(vocabulary.get(random.nextInt(vocabulary.size()))),
                'A' + random.nextInt(26),
                1950 + random.nextInt(70),
                capitalised(words(6 + random.nextInt(6))),
                capitalised(words(2)),
                1 + random.nextInt(40),
                1 + random.nextInt(6),
                random.nextInt(200),
                201 + random.nextInt(200));
    }

    private static String capitalised(String words) {
        return Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }

    /** Writes the texts into folders of a directory: {@code essays}, {@code sources} and {@code last-year}. */
    public void write(Path directory) throws IOException {
        random = new Random(seed);
        int n = 0;
        for (Map.Entry<String, List<List<String>>> text : texts.entrySet()) {
            Path file = directory.resolve(text.getKey());
            Files.createDirectories(file.getParent());
            boolean source = text.getKey().startsWith("sources");
            Files.writeString(file, source ? paragraphs(text.getValue()) : essay(n++, text.getValue()));
        }
    }

    private static String paragraphs(List<List<String>> text) {
        return text.stream().map(p -> String.join(" ", p)).collect(Collectors.joining("\n\n")) + "\n";
    }

    /** Returns an essay with the sheet before it, quotations in it, and a list of references at its end. */
    private String essay(int n, List<List<String>> text) {
        StringBuilder essay = new StringBuilder();
        essay.append("Essay of student ").append(n).append("\n\n");
        if (random.nextInt(10) > 0) {
            essay.append(sheet).append("\n\n");
        }
        int at = random.nextInt(text.size());
        for (int i = 0; i < text.size(); i++) {
            essay.append(String.join(" ", text.get(i)));
            if (i == at || i == (at + 3) % text.size()) {
                String quoted = quotations.get(random.nextInt(quotations.size()));
                String author = entries.get(random.nextInt(entries.size())).replaceAll(",.*", "");
                essay.append(' ').append(quotation(quoted, author));
            }
            essay.append("\n\n");
        }
        return essay.append(references(n)).toString();
    }

    private String quotation(String quoted, String author) {
        return switch (random.nextInt(4)) {
            case 0 -> author + " (1987, p. 12) says: “" + quoted + "”.";
            case 1 -> "It is said that \"" + quoted + "\" (" + author + ", 1987, p. 12).";
            case 2 -> "It is said that „" + quoted + "“ [" + (1 + random.nextInt(9)) + "].";
            default -> "\n\n> " + quoted + "\n\n— " + author + ", 1987\n";
        };
    }

    /** Most lists have a heading; some have numbers, blank lines, or lines that wrap. */
    private String references(int n) {
        String[] headings = {"References\n\n", "## Bibliography\n\n", "Works cited:\n", "6. Literature\n\n", ""};
        Set<String> chosen = new TreeSet<>();
        while (chosen.size() < 12) {
            chosen.add(entries.get(random.nextInt(entries.size())));
        }
        StringBuilder list = new StringBuilder(headings[n % headings.length]);
        int label = 0;
        for (String entry : chosen) {
            label++;
            switch (n % 4) {
                case 0 -> list.append(entry).append('\n');
                case 1 ->
                    list.append('[').append(label).append("] ").append(entry).append('\n');
                case 2 -> list.append(label).append(". ").append(entry).append("\n\n");
                default ->
                    list.append(entry.replaceAll("(.{50,70}) ", "$1\n    ")).append('\n');
            }
        }
        return list.toString();
    }

    /** Returns the pairs that have a copy. */
    public List<Planted> planted() {
        return List.copyOf(planted);
    }

    /** Writes a class to a directory: {@code EssayClass DIRECTORY ESSAYS}. */
    public static void main(String[] arguments) throws IOException {
        new EssayClass(1, Integer.parseInt(arguments[1])).write(Path.of(arguments[0]));
    }
}

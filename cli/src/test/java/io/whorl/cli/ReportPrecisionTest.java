package io.whorl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.testing.Repeated;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A report of a class of made essays, of which it is known who copied from whom. */
class ReportPrecisionTest {
    @TempDir
    Path folder;

    /** What a report found: pairs, and copies of which a passage has a part. */
    private record Found(Set<Set<String>> pairs, List<Planted> copies, CliRun run) {
        double precision(EssayClass all) {
            Set<Set<String>> planted =
                    all.planted.stream().map(ReportPrecisionTest::pair).collect(Collectors.toSet());
            return (double) pairs.stream().filter(planted::contains).count() / pairs.size();
        }
    }

    private Found report(EssayClass all, Object... options) throws IOException {
        List<Object> arguments = new ArrayList<>(List.of("report", folder.resolve("essays"), "--among"));
        for (String old : List.of("sources", "last-year")) {
            arguments.addAll(List.of("--reference", folder.resolve(old)));
        }
        arguments.addAll(List.of("--format", "passim", "--top", 100_000));
        arguments.addAll(List.of(options));
        CliRun run = CliRun.of(arguments).exits(0);
        Set<Set<String>> pairs = new HashSet<>();
        Map<Set<String>, List<String>> passages = new HashMap<>();
        List<Map<String, String>> records = run.objects();
        for (int i = 0; i < records.size(); i += 2) {
            Set<String> pair =
                    Set.of(records.get(i).get("id"), records.get(i + 1).get("id"));
            pairs.add(pair);
            passages.computeIfAbsent(pair, key -> new ArrayList<>())
                    .add(records.get(i).get("text") + " " + records.get(i + 1).get("text"));
        }
        List<Planted> copies = all.planted.stream()
                .filter(p -> passages.getOrDefault(pair(p), List.of()).stream().anyMatch(text -> hasPartOf(p, text)))
                .toList();
        return new Found(pairs, copies, run);
    }

    /** True if a passage has a part of a copy: a tenth of its length. */
    private static boolean hasPartOf(Planted copy, String passage) {
        int part = copy.words().length() / 10;
        return IntStream.range(0, 10)
                .anyMatch(i -> passage.contains(copy.words().substring(i * part, (i + 1) * part)));
    }

    private static Set<String> pair(Planted planted) {
        return new TreeSet<>(Set.of(name(planted.essay()), name(planted.source())));
    }

    private static String name(String path) {
        return path.substring(path.indexOf('/') + 1);
    }

    @Test
    void copiesAreFoundAndSharedReferencesAreNotReported() throws IOException {
        EssayClass all = new EssayClass(1, 120);
        all.write(folder);
        Found found = report(all);
        assertTrue(found.precision(all) >= 0.95, () -> found.pairs().size() + " pairs");
        List<Planted> missed = new ArrayList<>(all.planted);
        missed.removeAll(found.copies());
        assertEquals(List.of(), missed);
        found.run().tells("of 120 documents have the same ", "they are left out as text that everyone was given");
    }

    @Test
    void whatIsLeftOutByDefaultIsWhatMakesMostPairs() throws IOException {
        EssayClass all = new EssayClass(2, 40);
        all.write(folder);
        Found found = report(all);
        assertTrue(found.precision(all) >= 0.95, () -> found.pairs().size() + " pairs");
        for (String[] options :
                new String[][] {{"--leave-out", "references"}, {"--leave-out", "quotations"}, {"--given-by", "0"}}) {
            Found more = report(all, (Object[]) options);
            assertTrue(more.pairs().containsAll(found.pairs()), () -> List.of(options) + ": " + more.pairs());
            assertTrue(more.pairs().size() > 2 * found.pairs().size(), () -> List.of(options) + ": " + more.pairs());
            // Beside a longer passage, such as a quotation, a copy of 25 words is no passage of its own.
            List<Planted> lost = new ArrayList<>(found.copies());
            lost.removeAll(more.copies());
            assertTrue(lost.stream().allMatch(p -> p.kind() == Kind.VERBATIM_25), () -> List.of(options) + ": " + lost);
        }
    }

    /** A kind of copying: the words of a copy, and the share of them that are edited. */
    private enum Kind {
        VERBATIM_25(25, 0),
        VERBATIM_50(50, 0),
        VERBATIM_100(100, 0),
        VERBATIM_200(200, 0),
        EDITED_10(150, 0.1),
        EDITED_20(200, 0.2),
        EDITED_33(250, 0.33),
        SHUFFLED(200, 0),
        CHINESE(120, 0);

        private final int words;
        private final double edits;

        Kind(int words, double edits) {
            this.words = words;
            this.edits = edits;
        }
    }

    /** A copy that an essay has from another text: its words there. */
    private record Planted(Kind kind, String essay, String source, String words) {}

    /**
     * A class of made essays with known answers: essays, the sources that they may use, and essays of last year. Some
     * essays have passages of others. Essays also share what is no copy: entries of lists of references, quotations
     * with a citation, the sheet of the exercise, and phrases of the language. Equal seeds make equal classes.
     */
    private static final class EssayClass {
        private static final int SENTENCES = 60;
        private static final int LEAST_BYTES = 160;
        private static final String[] FUNCTION_WORDS =
                ("the of and to in a is that it for as with was on be by this are from or which an at not have had but"
                                + " were their its has been they more one would all there when can who if so no out up"
                                + " into than some could only other then about these also may most such even where")
                        .split(" ");

        private final Random random;
        private final List<String> vocabulary;
        private final List<String> phrases;
        private final List<String> entries;
        private final List<String> quotations;
        private final String sheet;
        /** Sentences by file name. */
        private final Map<String, List<String>> texts = new TreeMap<>();

        private final List<Planted> planted = new ArrayList<>();

        /**
         * Plants copies of each kind, two of three from a source or an old essay. No essay gives what it took.
         *
         * @param essays the number of essays; there are a quarter as many sources and an eighth of old essays
         */
        EssayClass(long seed, int essays) {
            random = new Random(seed);
            vocabulary = made(4_000, this::pseudoWord);
            phrases = made(80, () -> words(5 + random.nextInt(4)));
            entries = made(60, this::entry);
            quotations = made(25, () -> words(15 + random.nextInt(35)));
            sheet = String.join(" ", made(5, this::sentence));
            List<String> old = new ArrayList<>(addTexts("sources/source", essays / 4));
            old.addAll(addTexts("last-year/old", essays / 8));
            List<String> own = addTexts("essays/essay", essays);
            Kind[] kinds = Kind.values();
            for (int i = 0; i < Math.max(kinds.length, essays / 2); i++) {
                String source = i % 3 == 0 ? own.get(own.size() - 1 - i / 3) : old.get((i - i / 3 - 1) % old.size());
                plant(kinds[i % kinds.length], own.get(i), source);
            }
        }

        private static <T> List<T> made(int count, Supplier<T> maker) {
            return Stream.generate(maker).limit(count).toList();
        }

        private List<String> addTexts(String name, int count) {
            List<String> names = IntStream.rangeClosed(1, count)
                    .mapToObj(i -> String.format("%s-%05d.txt", name, i))
                    .toList();
            names.forEach(each -> texts.put(each, new ArrayList<>(made(SENTENCES, this::sentence))));
            return names;
        }

        /** Copies consecutive sentences, of which the last one is cut. They have the bytes of a passage. */
        private void plant(Kind kind, String essay, String source) {
            List<String> from = texts.get(source);
            List<String> copy = new ArrayList<>();
            if (kind == Kind.CHINESE) {
                copy.add(chinese());
                from.add(SENTENCES / 2, copy.get(0));
            } else {
                int at = random.nextInt(from.size() - kind.words / 8 - 2);
                int bytes = 0;
                for (int left = kind.words; (left > 0 || bytes < LEAST_BYTES) && at < from.size(); at++) {
                    String[] words = from.get(at).split(" ");
                    copy.add(Stream.of(words).limit(Math.max(3, left)).collect(Collectors.joining(" ")));
                    bytes += copy.get(copy.size() - 1).length();
                    left -= words.length;
                }
            }
            copy.replaceAll(sentence -> edited(sentence, kind.edits));
            if (kind == Kind.SHUFFLED) {
                Collections.shuffle(copy, random);
            }
            String words = String.join(" ", copy);
            texts.get(essay).add(1 + random.nextInt(SENTENCES - 1), words);
            planted.add(new Planted(kind, essay, source, words));
        }

        /** Replaces words, leaves some out, and adds others. */
        private String edited(String sentence, double share) {
            StringBuilder result = new StringBuilder();
            for (String word : sentence.split(" ")) {
                boolean edits = random.nextDouble() < share;
                int how = random.nextInt(4);
                result.append(edits && how != 1 ? "" : word + " ").append(edits && how > 0 ? word() + " " : "");
            }
            return result.toString().strip();
        }

        private String sentence() {
            String start = random.nextInt(6) == 0 ? phrases.get(random.nextInt(phrases.size())) + " " : "";
            return capitalised(start + words(8 + random.nextInt(14))) + ".";
        }

        private String words(int count) {
            return String.join(" ", made(count, this::word));
        }

        /** Nearly every second word is a function word; the others are the rarer, the higher their numbers. */
        private String word() {
            double u = random.nextDouble();
            return random.nextDouble() < 0.45
                    ? FUNCTION_WORDS[(int) (FUNCTION_WORDS.length * u * u)]
                    : vocabulary.get((int) (vocabulary.size() * u * u));
        }

        private String pseudoWord() {
            String syllables = Repeated.text(2 + random.nextInt(3), i -> letter("bcdfglmnprst") + letter("aeiou"));
            return syllables + letter("nrstlm");
        }

        private String letter(String letters) {
            return String.valueOf(letters.charAt(random.nextInt(letters.length())));
        }

        private String chinese() {
            return Repeated.text(
                    Kind.CHINESE.words, i -> (char) (0x4e00 + random.nextInt(1_200)) + (i % 17 == 16 ? "。" : ""));
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
        void write(Path directory) throws IOException {
            int n = 0;
            for (Map.Entry<String, List<String>> text : texts.entrySet()) {
                Path file = directory.resolve(text.getKey());
                Files.createDirectories(file.getParent());
                boolean source = text.getKey().startsWith("sources");
                Files.writeString(file, source ? paragraphs(text.getValue()) : essay(n++, text.getValue()));
            }
        }

        private static String paragraphs(List<String> sentences) {
            return Repeated.text(sentences.size(), i -> sentences.get(i) + (i % 5 == 4 ? "\n\n" : " "));
        }

        /** Returns an essay with the sheet before it, quotations in it, and a list of references at its end. */
        private String essay(int n, List<String> sentences) {
            List<String> all = new ArrayList<>(sentences);
            for (int i = 0; i < 2; i++) {
                all.add(1 + random.nextInt(all.size() - 1), quotation());
            }
            String given = random.nextInt(10) > 0 ? sheet + "\n\n" : "";
            return "Essay of student " + n + "\n\n" + given + paragraphs(all) + "\n\n" + references(n);
        }

        private String quotation() {
            String quoted = quotations.get(random.nextInt(quotations.size()));
            String author = entries.get(random.nextInt(entries.size())).replaceAll(",.*", "");
            return switch (random.nextInt(4)) {
                case 0 -> author + " (1987, p. 12) says: “" + quoted + "”.";
                case 1 -> "It is said that \"" + quoted + "\" (" + author + ", 1987, p. 12).";
                case 2 -> "It is said that „" + quoted + "“ [" + (1 + random.nextInt(9)) + "].";
                default -> "\n\n> " + quoted + "\n\n— " + author + ", 1987\n\n";
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
                list.append(
                        switch (n % 4) {
                            case 0 -> entry + "\n";
                            case 1 -> "[" + label + "] " + entry + "\n";
                            case 2 -> label + ". " + entry + "\n\n";
                            default -> entry.replaceAll("(.{50,70}) ", "$1\n    ") + "\n";
                        });
            }
            return list.toString();
        }
    }
}

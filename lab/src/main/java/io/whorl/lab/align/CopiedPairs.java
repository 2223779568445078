package io.whorl.lab.align;

import io.whorl.lab.collection.Groups;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.model.LabException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
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

    /**
     * Reads the last document of each group.
     *
     * @param prefix takes only documents whose id begins so
     * @throws LabException if there are fewer than two documents of the right length
     */
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
        List<String> own = new ArrayList<>();
        for (String paragraph : host.split("(?<=\n\n)")) {
            if (grams(paragraph).stream().noneMatch(grams::contains)) {
                own.add(paragraph);
            }
        }
        return own;
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
}

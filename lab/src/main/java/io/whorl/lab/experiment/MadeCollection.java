package io.whorl.lab.experiment;

import io.whorl.lab.collection.Documents;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Documents made of random words, with known groups. The same arguments give the same documents. */
public final class MadeCollection {
    private static final int VOCABULARY = 20_000;
    private static final int TEMPLATES = 5;
    private static final int WORDS = 300;
    /** The share of a document that is its template, in percent. */
    private static final int TEMPLATE_SHARE = 60;
    /** One document in so many is a version of the one before it. */
    private static final int VERSIONS = 10;

    private static final int CHAIN = 20;
    /** The share of the words that each document of a chain replaces, in percent. */
    private static final int STEP = 15;

    private final Map<String, List<String>> texts = new LinkedHashMap<>();
    private final Map<String, String> groups = new LinkedHashMap<>();
    private final Random random;

    private MadeCollection(long seed) {
        random = new Random(seed);
    }

    /**
     * Makes documents of different content. Each is in one of five templates, which is 60 % of its words, split around
     * the content as the navigation of a page is. One document in ten is a version of another: it replaces a tenth of
     * the content. A group is a document with its version.
     */
    public static MadeCollection templated(int documents, long seed) {
        MadeCollection made = new MadeCollection(seed);
        List<List<String>> templates = new ArrayList<>();
        for (int i = 0; i < TEMPLATES; i++) {
            templates.add(made.words(WORDS * TEMPLATE_SHARE / 100));
        }
        List<String> content = List.of();
        for (int i = 0; i < documents; i++) {
            boolean version = i % VERSIONS == VERSIONS - 1;
            content = version ? made.edited(content, 10) : made.words(WORDS * (100 - TEMPLATE_SHARE) / 100);
            int t = version ? (i - 1) % TEMPLATES : i % TEMPLATES;
            List<String> template = templates.get(t);
            List<String> text = new ArrayList<>(template.subList(0, template.size() / 2));
            text.addAll(content);
            text.addAll(template.subList(template.size() / 2, template.size()));
            made.add("template-" + t + "/" + String.format("%06d", i), text, "content-" + (version ? i - 1 : i));
        }
        return made;
    }

    /**
     * Makes chains of gradually changed texts: each document replaces a run of 15 % of the words of the one before. The
     * group is the part of the chain that shares half of its words with the first of the part.
     */
    public static MadeCollection chains(int documents, long seed) {
        MadeCollection made = new MadeCollection(seed);
        List<String> text = List.of();
        for (int i = 0; i < documents; i++) {
            int chain = i / CHAIN;
            int place = i % CHAIN;
            text = place == 0 ? made.words(WORDS) : made.replaced(text, place);
            made.add(String.format("chain-%05d/%02d", chain, place), text, "chain-" + chain + "/" + place * STEP / 50);
        }
        return made;
    }

    private void add(String id, List<String> text, String group) {
        texts.put(id, text);
        groups.put(id, group);
    }

    private List<String> words(int n) {
        List<String> words = new ArrayList<>(n);
        for (int i = 0; i < n; i++) {
            words.add(word());
        }
        return words;
    }

    private String word() {
        return Integer.toString(VOCABULARY + random.nextInt(VOCABULARY), Character.MAX_RADIX);
    }

    private List<String> edited(List<String> text, int percent) {
        List<String> edited = new ArrayList<>(text);
        for (int i = 0; i < text.size() * percent / 100; i++) {
            edited.set(random.nextInt(text.size()), word());
        }
        return edited;
    }

    private List<String> replaced(List<String> text, int step) {
        List<String> replaced = new ArrayList<>(text);
        int from = step * STEP % 100 * text.size() / 100;
        for (int i = 0; i < text.size() * STEP / 100; i++) {
            replaced.set((from + i) % text.size(), word());
        }
        return replaced;
    }

    public Documents documents() {
        return taker -> {
            for (Map.Entry<String, List<String>> each : texts.entrySet()) {
                taker.take(each.getKey(), String.join(" ", each.getValue()).getBytes(StandardCharsets.UTF_8));
            }
        };
    }

    public Map<String, String> groups() {
        return Map.copyOf(groups);
    }
}

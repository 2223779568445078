package io.whorl.lab.align;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** How a copied passage is edited. */
enum Edit {
    NONE("0-none", 0),
    LIGHT("1-light05", 0.05),
    MEDIUM("2-medium15", 0.15),
    HEAVY("3-heavy30", 0.30),
    /** Sentences change places with near ones, and some words are replaced. */
    REORDERED("4-reordered", 0.05),
    /** Nothing is copied. */
    CLEAN("5-clean", 0);

    /** A sentence moves at most this far. */
    private static final int FARTHEST = 3;

    private final String title;
    private final double rate;

    Edit(String title, double rate) {
        this.title = title;
        this.rate = rate;
    }

    /** The category of pairs. */
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
        List<String> sentences = new ArrayList<>(List.of(passage.split(spaceless ? "(?<=[。！？\n])" : "(?<=[.!?])\\s+")));
        for (int k = sentences.size() - 1; k > 0; k--) {
            Collections.swap(sentences, k, Math.max(0, k - 1 - random.nextInt(FARTHEST)));
        }
        return String.join(spaceless ? "" : " ", sentences);
    }
}

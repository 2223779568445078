package io.whorl.align;

/** Counts the words that two passages share. One thread at a time. */
final class SharedWords {
    private final TextWords a;
    private final TextWords b;
    /** Of each word of b; all 0 between calls. */
    private final int[] occurrences;

    SharedWords(TextWords a, TextWords b) {
        this.a = a;
        this.b = b;
        occurrences = new int[b.distinct.size()];
    }

    /** Counts the words of the first interval that the second one has too; each one matches once. */
    int count(Words words) {
        for (int k = words.bFrom(); k < words.bTo(); k++) {
            occurrences[b.word[k]]++;
        }
        int shared = 0;
        for (int k = words.aFrom(); k < words.aTo(); k++) {
            int word = b.distinct.find(a.distinct, a.word[k]);
            if (word >= 0 && occurrences[word]-- > 0) {
                shared++;
            }
        }
        for (int k = words.aFrom(); k < words.aTo(); k++) {
            int word = b.distinct.find(a.distinct, a.word[k]);
            if (word >= 0) {
                occurrences[word] = 0;
            }
        }
        for (int k = words.bFrom(); k < words.bTo(); k++) {
            occurrences[b.word[k]] = 0;
        }
        return shared;
    }
}

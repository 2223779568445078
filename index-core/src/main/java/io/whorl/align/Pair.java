package io.whorl.align;

import java.util.Arrays;

/** The content words of two texts, with one numbering for the stems that both texts have. */
final class Pair {
    final Side a;
    final Side b;
    /** Occurrences of each shared stem in both texts together. */
    final int[] total;
    /** Content words of both texts together. */
    final int length;

    Pair(PreparedText a, PreparedText b) {
        int[] numberOf = new int[b.stems.size()];
        Arrays.fill(numberOf, -1);
        int[] stemA = new int[a.stems.size()];
        int shared = 0;
        for (int number = 0; number < stemA.length; number++) {
            int found = b.stems.find(a.stems, number);
            stemA[number] = found < 0 ? -1 : shared;
            if (found >= 0) {
                numberOf[found] = shared++;
            }
        }
        this.a = new Side(a, renumbered(a.stem, stemA));
        this.b = new Side(b, renumbered(b.stem, numberOf));
        total = new int[shared];
        count(this.a.stem);
        count(this.b.stem);
        length = a.length() + b.length();
    }

    int shared() {
        return total.length;
    }

    private void count(int[] stems) {
        for (int stem : stems) {
            if (stem >= 0) {
                total[stem]++;
            }
        }
    }

    private static int[] renumbered(int[] stems, int[] numbers) {
        int[] renumbered = new int[stems.length];
        for (int i = 0; i < stems.length; i++) {
            renumbered[i] = numbers[stems[i]];
        }
        return renumbered;
    }

    /**
     * One of the texts.
     *
     * @param stem the number of each content word's stem; -1 if the other text does not have it
     */
    record Side(PreparedText text, int[] stem) {
        int length() {
            return stem.length;
        }

        boolean[] border() {
            return text.border;
        }
    }
}

package io.whorl.lab.quality;

import io.whorl.lab.model.Alteration;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Makes altered copies. Equal texts, alterations and seeds give equal copies. White space does not change. */
public final class Alterer {
    private static final int MIN_HYPHENATED = 6;

    private final Alteration alteration;
    private final long seed;

    public Alterer(Alteration alteration, long seed) {
        this.alteration = alteration;
        this.seed = seed;
    }

    /** @param id of the document, so that different documents are altered at different positions */
    public byte[] alter(String id, byte[] utf8) {
        // The results of String.hashCode and Random are specified, so they are the same on every JVM.
        Random random = new Random(seed ^ (long) id.hashCode() << 32);
        List<int[]> tokens = tokens(utf8);
        int[] order = new int[tokens.size()];
        Arrays.setAll(order, i -> i);
        boolean[] hyphenated = new boolean[order.length];
        for (int i = 0; i < order.length; i++) {
            if (random.nextDouble() < alteration.rate()) {
                switch (alteration.kind()) {
                    case DELETE -> order[i] = -1;
                    case REPLACE -> order[i] = random.nextInt(order.length);
                    case SWAP -> i = swap(order, i);
                    case HYPHENATE -> hyphenated[i] = isLongWord(utf8, tokens.get(i));
                }
            }
        }
        return write(utf8, tokens, order, hyphenated);
    }

    /** Swaps two tokens and skips the second, so that a token moves by one position at most. */
    private static int swap(int[] order, int i) {
        if (i + 1 < order.length) {
            int moved = order[i];
            order[i] = order[i + 1];
            order[i + 1] = moved;
        }
        return i + 1;
    }

    private static byte[] write(byte[] utf8, List<int[]> tokens, int[] order, boolean[] hyphenated) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(utf8.length + utf8.length / 8);
        int end = 0;
        for (int i = 0; i < order.length; i++) {
            out.write(utf8, end, tokens.get(i)[0] - end);
            end = tokens.get(i)[1];
            if (order[i] >= 0) {
                int[] token = tokens.get(order[i]);
                int middle = hyphenated[i] ? (token[0] + token[1]) / 2 : token[1];
                out.write(utf8, token[0], middle - token[0]);
                if (hyphenated[i]) {
                    out.write('-');
                    out.write('\n');
                }
                out.write(utf8, middle, token[1] - middle);
            }
        }
        out.write(utf8, end, utf8.length - end);
        return out.toByteArray();
    }

    private static List<int[]> tokens(byte[] utf8) {
        List<int[]> tokens = new ArrayList<>();
        int start = -1;
        for (int i = 0; i <= utf8.length; i++) {
            boolean space = i == utf8.length || utf8[i] == ' ' || utf8[i] >= '\t' && utf8[i] <= '\r';
            if (space && start >= 0) {
                tokens.add(new int[] {start, i});
                start = -1;
            } else if (!space && start < 0) {
                start = i;
            }
        }
        return tokens;
    }

    private static boolean isLongWord(byte[] utf8, int[] token) {
        for (int i = token[0]; i < token[1]; i++) {
            int small = utf8[i] | 0x20;
            if (small < 'a' || small > 'z') {
                return false;
            }
        }
        return token[1] - token[0] >= MIN_HYPHENATED;
    }
}

package io.whorl.strategy;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;

/**
 * Finds whether one of many strings occurs in another, in one step per byte: the automaton of Aho and Corasick (CACM
 * 18(6), 1975) as a complete table of transitions. Immutable and thread-safe.
 */
final class AnchorAutomaton {
    private static final int FOUND = -1;

    private final int[] classOf = new int[256];
    private final int classes;
    // next[state * classes + class] is FOUND, or the next state times `classes`, so that the hot loop need not
    // multiply.
    private final int[] next;

    AnchorAutomaton(List<byte[]> strings) {
        // Bytes that occur in no string share class 0, which keeps the table small enough for the L1 cache.
        int known = 1;
        int longest = 1;
        for (byte[] string : strings) {
            longest += string.length;
            for (byte b : string) {
                if (classOf[b & 0xFF] == 0) {
                    classOf[b & 0xFF] = known++;
                }
            }
        }
        classes = known;
        int[] trie = new int[longest * classes];
        int states = 1;
        for (byte[] string : strings) {
            int state = 0;
            for (int i = 0; i < string.length && state != FOUND; i++) {
                int edge = state * classes + classOf[string[i] & 0xFF];
                boolean last = i == string.length - 1;
                if (last) {
                    trie[edge] = FOUND;
                } else if (trie[edge] == 0) {
                    trie[edge] = states++;
                }
                state = trie[edge];
            }
        }
        next = complete(Arrays.copyOf(trie, states * classes));
    }

    boolean occursIn(byte[] bytes, int from, int to) {
        int state = 0;
        for (int i = from; i < to; i++) {
            state = next[state + classOf[bytes[i] & 0xFF]];
            if (state == FOUND) {
                return true;
            }
        }
        return false;
    }

    /**
     * Fills the missing edges, breadth first: a state without an edge takes that of its longest proper suffix in the
     * trie.
     */
    private int[] complete(int[] trie) {
        int[] suffix = new int[trie.length / classes];
        Queue<Integer> queue = new ArrayDeque<>(List.of(0));
        while (!queue.isEmpty()) {
            int state = queue.remove();
            for (int c = 0; c < classes; c++) {
                int edge = state * classes + c;
                int beyond = state == 0 ? 0 : trie[suffix[state] * classes + c];
                if (trie[edge] == 0 || beyond == FOUND) {
                    trie[edge] = beyond;
                } else if (trie[edge] != FOUND) {
                    suffix[trie[edge]] = beyond;
                    queue.add(trie[edge]);
                }
            }
        }
        for (int i = 0; i < trie.length; i++) {
            trie[i] = trie[i] == FOUND ? FOUND : trie[i] * classes;
        }
        return trie;
    }
}

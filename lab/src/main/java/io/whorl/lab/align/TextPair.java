package io.whorl.lab.align;

import java.util.List;

/**
 * Two texts with the cases of copying between them.
 *
 * @param category of the pair, such as how the passages are edited
 * @param a the text with the copies
 * @param b the text that they are taken from
 * @param cases the copied passages
 */
public record TextPair(String category, String a, String b, List<Match> cases) {
    public TextPair {
        cases = List.copyOf(cases);
    }
}

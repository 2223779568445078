package io.whorl.align;

import java.util.List;

/**
 * The passages that two texts share, and whether they are complete.
 *
 * @param passages in the order of the first text
 * @param limited true if the work reached a limit of alignment (docs/limits.md), so passages may be missing or inexact.
 *     Only texts of many repeated words, or texts made for it, reach one.
 */
public record Alignment(List<Passage> passages, boolean limited) {
    public Alignment {
        passages = List.copyOf(passages);
    }
}

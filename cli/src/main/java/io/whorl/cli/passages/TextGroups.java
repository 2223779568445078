package io.whorl.cli.passages;

import io.whorl.cli.passages.SharingPair.CheckedText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Groups of texts that pairs of a least share link. The share is the lowest one at which the texts fall into the most
 * groups: a lower one joins groups, and a higher one loses texts of the same groups.
 */
public final class TextGroups {
    private final Map<CheckedText, Integer> numbers = new IdentityHashMap<>();
    private final int[] parent;
    private final int[] size;
    private final int[] groups;
    private final int share;
    private int count;

    /** @param texts in the order that decides between groups of one size */
    public TextGroups(List<CheckedText> texts, List<SharingPair> pairs) {
        texts.forEach(text -> numbers.put(text, numbers.size()));
        parent = new int[numbers.size()];
        size = new int[numbers.size()];
        groups = new int[numbers.size()];
        List<SharingPair> sorted = new ArrayList<>(pairs);
        sorted.sort(Comparator.comparingInt(TextGroups::percent).reversed());
        share = separating(sorted);
        clear();
        sorted.stream().filter(pair -> percent(pair) >= share).forEach(this::join);
        int[] roots = IntStream.range(0, parent.length)
                .filter(i -> parent[i] == i && size[i] > 1)
                .boxed()
                .sorted(Comparator.comparingInt((Integer i) -> -size[i]).thenComparing(Comparator.naturalOrder()))
                .mapToInt(i -> i)
                .toArray();
        for (int k = 0; k < roots.length; k++) {
            groups[roots[k]] = k + 1;
        }
    }

    private int separating(List<SharingPair> sorted) {
        clear();
        int most = 0;
        int best = 0;
        for (int i = 0; i < sorted.size(); i++) {
            join(sorted.get(i));
            int percent = percent(sorted.get(i));
            if ((i + 1 == sorted.size() || percent(sorted.get(i + 1)) < percent) && count >= most) {
                most = count;
                best = percent;
            }
        }
        return best;
    }

    private void clear() {
        Arrays.setAll(parent, i -> i);
        Arrays.fill(size, 1);
        count = 0;
    }

    /** The root of a group is its first text. */
    private void join(SharingPair pair) {
        int a = root(numbers.get(pair.a()));
        int b = root(numbers.get(pair.b()));
        if (a != b) {
            count += size[a] == 1 && size[b] == 1 ? 1 : size[a] > 1 && size[b] > 1 ? -1 : 0;
            parent[Math.max(a, b)] = Math.min(a, b);
            size[Math.min(a, b)] += size[Math.max(a, b)];
        }
    }

    private int root(int text) {
        int at = text;
        while (parent[at] != at) {
            parent[at] = parent[parent[at]];
            at = parent[at];
        }
        return at;
    }

    /** The larger share of the two texts in whole percent, as people see it. */
    private static int percent(SharingPair pair) {
        return (int) Math.round(100 * Math.max(pair.shareOfA(), pair.shareOfB()));
    }

    /** Returns the share in whole percent. */
    public int share() {
        return share;
    }

    /** Returns the number of the group of a pair, from 1, the largest group first; empty below the share. */
    public Optional<Integer> of(SharingPair pair) {
        return percent(pair) >= share ? Optional.of(groups[root(numbers.get(pair.a()))]) : Optional.empty();
    }
}

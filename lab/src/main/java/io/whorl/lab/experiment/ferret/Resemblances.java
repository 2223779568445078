package io.whorl.lab.experiment.ferret;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;

/** R of every pair of texts, highest first. */
record Resemblances(List<Pair> pairs) {
    /** Two texts, in the order of the collection. */
    record Pair(Paper a, Paper b, double resemblance) {}

    Resemblances {
        pairs = List.copyOf(pairs);
    }

    static Resemblances of(List<Paper> papers) {
        List<Pair> pairs = new ArrayList<>();
        for (int i = 0; i < papers.size(); i++) {
            for (int j = i + 1; j < papers.size(); j++) {
                pairs.add(new Pair(papers.get(i), papers.get(j), papers.get(i).resemblance(papers.get(j))));
            }
        }
        pairs.sort(Comparator.comparingDouble(Pair::resemblance).reversed());
        return new Resemblances(pairs);
    }

    long above(double threshold) {
        return pairs.stream().filter(pair -> pair.resemblance() > threshold).count();
    }

    OptionalDouble highest() {
        return pairs.stream().mapToDouble(Pair::resemblance).findFirst();
    }

    /** Returns the pair with the highest R; empty if there is none. */
    String highestPair() {
        return pairs.stream()
                .findFirst()
                .map(pair -> pair.a().id() + ", " + pair.b().id())
                .orElse("");
    }
}

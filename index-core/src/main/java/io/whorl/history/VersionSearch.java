package io.whorl.history;

import io.whorl.cluster.ClusterOptions;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Finds the versions of a document, the nearest first. Used once. */
final class VersionSearch {
    private final HistoryOptions options;
    private final VersionSource source;
    private boolean complete = true;

    VersionSearch(HistoryOptions options, VersionSource source) {
        this.options = options;
        this.source = source;
    }

    /** The ids of the versions, with the document itself. */
    List<String> versions(String id) {
        Set<String> found = new LinkedHashSet<>(Set.of(id));
        List<String> outermost = List.of(id);
        boolean star = options.link() == ClusterOptions.Link.STAR;
        for (int round = 0; !outermost.isEmpty() && !(star && round > 0); round++) {
            List<String> next = new ArrayList<>();
            for (List<VersionSource.Hit> hits : source.near(outermost)) {
                for (VersionSource.Hit hit : hits) {
                    if (found.size() < options.most() && found.add(hit.id())) {
                        next.add(hit.id());
                    } else if (!found.contains(hit.id())) {
                        complete = false;
                    }
                }
            }
            outermost = next;
        }
        return List.copyOf(found);
    }

    /** Whether all versions were found: false if there are more than the options allow. */
    boolean isComplete() {
        return complete;
    }
}

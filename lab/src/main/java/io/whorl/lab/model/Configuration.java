package io.whorl.lab.model;

import io.whorl.query.QueryOptions;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * One way to find co-derivatives, to be tried.
 *
 * @param section the part of the grid it stands in, such as a table of a paper
 * @param name what sets it apart within its section: the settings that vary there
 * @param settings every setting as the grid writes it, in the grid's order; for columns and the axes of plots
 * @param scheme the index's, its selection written out in full; absent for a rival
 * @param rival the rival's; absent for Whorl, and for a system that the settings alone describe
 * @param measure the measure's name, in small letters with hyphens, as {@code --measure} takes it; a rival's is its own
 * @param querySelection another selection for queries than for the index (COPS EVAL-CHUNKS), if so
 * @param maxDf minutiae in more documents are ignored in queries (COPS LOOKUP); {@link QueryOptions#NO_LIMIT} for none
 * @param alteration what is done to the queries' texts (COPS table 4), if anything
 */
public record Configuration(
        String section,
        String name,
        Map<String, String> settings,
        Optional<Scheme> scheme,
        Optional<RivalScheme> rival,
        String measure,
        Optional<Selection> querySelection,
        long maxDf,
        Optional<Alteration> alteration) {
    public Configuration {
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    }

    /** Another system, as its settings describe it, such as {@code system} and its own parameters. */
    public static Configuration rival(String section, String name, Map<String, String> settings, String measure) {
        return new Configuration(
                section,
                name,
                settings,
                Optional.empty(),
                Optional.empty(),
                measure,
                Optional.empty(),
                QueryOptions.NO_LIMIT,
                Optional.empty());
    }

    /** What decides the index; what decides nothing but how it is asked is not in it. */
    public String index() {
        // What a rival puts into its index depends on how it scores.
        return scheme.map(Scheme::toJson)
                .or(() -> rival.map(own -> own + " measure=" + measure))
                .orElse(settings.toString());
    }

    /** What decides the figures: configurations of equal keys need to be tried once only, whatever they are called. */
    public String key() {
        return index() + " measure=" + measure
                + " query=" + querySelection.map(Selection::toString).orElse("same")
                + " max-df=" + maxDf
                + " alter=" + alteration.map(Alteration::toString).orElse("none");
    }

    @Override
    public String toString() {
        return section + ": " + name;
    }
}

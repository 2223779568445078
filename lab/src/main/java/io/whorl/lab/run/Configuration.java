package io.whorl.lab.run;

import io.whorl.lab.run.Rival.RivalScheme;
import io.whorl.query.QueryOptions;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * One way to find co-derivatives, to be measured.
 *
 * @param section the section of the grid, such as a table of a paper
 * @param settings all settings as written in the grid and in its order; for columns and the axes of plots
 * @param scheme the scheme of the index, with all parameters of its selection; absent for a rival
 * @param rival the settings of a rival; absent for Whorl, and for a system that only {@code settings} describe
 * @param measure the name of the measure, as in {@code --measure}; rivals have their own measures
 * @param querySelection the selection for queries, if it differs from that of the index (COPS EVAL-CHUNKS)
 * @param maxDf queries ignore minutiae in more documents (COPS LOOKUP); {@link QueryOptions#NO_LIMIT} for no limit
 * @param alteration the change of the query texts (COPS table 4), if any
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

    /** Returns the configuration of another system that only its settings describe. */
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

    /** Returns everything that determines the index; settings that affect only queries are not included. */
    public String index() {
        // The content of a rival's index depends on its measure.
        return scheme.map(Scheme::toJson)
                .or(() -> rival.map(own -> own + " measure=" + measure))
                .orElse(settings.toString());
    }

    /** Returns everything that determines the figures. Configurations with equal keys are measured once. */
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

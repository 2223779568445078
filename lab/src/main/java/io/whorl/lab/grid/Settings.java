package io.whorl.lab.grid;

import io.whorl.fingerprint.Fingerprinter;
import io.whorl.lab.index.MeasureNames;
import io.whorl.lab.model.Alteration;
import io.whorl.lab.model.Configuration;
import io.whorl.lab.model.LabException;
import io.whorl.lab.model.RivalScheme;
import io.whorl.preset.Preset;
import io.whorl.query.QueryOptions;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Converts the settings of a grid to a configuration. */
final class Settings {
    private static final String MEASURE = "measure";
    private static final String QUERY_SELECTION = "query-selection";
    private static final String MAX_DF = "max-df";
    private static final String ALTER = "alter";
    private static final List<String> OF_QUERIES = List.of(MEASURE, QUERY_SELECTION, MAX_DF, ALTER);

    private final SelectionText selections;
    private final SchemeSettings schemes;
    private final RivalSettings rivals;

    Settings(Path folder) {
        selections = new SelectionText(folder);
        schemes = new SchemeSettings(folder, selections);
        rivals = new RivalSettings(folder);
    }

    /** @throws LabException if there is no such setting */
    static void checkName(String place, String setting) {
        List<String> known = new ArrayList<>(SchemeSettings.NAMES);
        known.addAll(OF_QUERIES);
        known.addAll(RivalSettings.names());
        if (!known.contains(setting)) {
            throw new LabException(place + ": setting " + setting + " is unknown; it must be one of "
                    + String.join(", ", known) + " or, before the first section, thresholds");
        }
    }

    /** Exceptions of the library are thrown unchanged. */
    Configuration configuration(String section, String name, Map<String, String> settings) throws IOException {
        return RivalSettings.areOfRival(settings) ? rival(section, name, settings) : whorl(section, name, settings);
    }

    private Configuration rival(String section, String name, Map<String, String> settings) throws IOException {
        RivalScheme scheme = rivals.scheme(settings);
        return new Configuration(
                section,
                name,
                settings,
                Optional.empty(),
                Optional.of(scheme),
                RivalSettings.measure(scheme, settings),
                Optional.empty(),
                QueryOptions.NO_LIMIT,
                alteration(settings));
    }

    private Configuration whorl(String section, String name, Map<String, String> settings) throws IOException {
        Scheme scheme = Fingerprinter.of(schemes.scheme(settings)).scheme();
        String measure = settings.getOrDefault(
                MEASURE,
                MeasureNames.name(
                        SchemeSettings.preset(settings).map(Preset::measure).orElse(QueryOptions.DEFAULT.measure())));
        MeasureNames.named(measure);
        String query = settings.getOrDefault(QUERY_SELECTION, "same");
        String maxDf = settings.getOrDefault(MAX_DF, "none");
        return new Configuration(
                section,
                name,
                settings,
                Optional.of(scheme),
                Optional.empty(),
                measure,
                query.equals("same") ? Optional.empty() : Optional.of(complete(scheme, selections.read(query))),
                maxDf.equals("none") ? QueryOptions.NO_LIMIT : number(maxDf),
                alteration(settings));
    }

    private static Optional<Alteration> alteration(Map<String, String> settings) {
        String alter = settings.getOrDefault(ALTER, "none");
        return alter.equals("none") ? Optional.empty() : Optional.of(Alteration.parse(alter));
    }

    private static Selection complete(Scheme scheme, Selection selection) {
        return Fingerprinter.of(scheme.withSelection(selection)).scheme().selection();
    }

    private static long number(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    MAX_DF + " is '" + text + "'; it must be none or a whole number from 1", e);
        }
    }
}

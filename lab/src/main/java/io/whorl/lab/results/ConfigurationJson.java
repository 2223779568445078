package io.whorl.lab.results;

import io.whorl.WhorlException;
import io.whorl.lab.model.Alteration;
import io.whorl.lab.model.Configuration;
import io.whorl.lab.model.Rival;
import io.whorl.lab.model.RivalScheme;
import io.whorl.query.QueryOptions;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Configurations as JSON. What there is not (scheme, query selection, limit, alteration) is left out. */
final class ConfigurationJson {
    private static final String QUERY_SELECTION = "querySelection";
    private static final String SCHEME = "scheme";
    private static final String RIVAL = "rival";
    private static final String MAX_DF = "maxDf";
    private static final String ALTERATION = "alteration";

    private ConfigurationJson() {}

    static Map<String, Object> write(Configuration configuration) throws IOException {
        Map<String, Object> out = new LinkedHashMap<>();
        out.put("section", configuration.section());
        out.put("name", configuration.name());
        out.put("settings", configuration.settings());
        out.put("measure", configuration.measure());
        configuration.querySelection().ifPresent(selection -> out.put(QUERY_SELECTION, write(selection)));
        if (configuration.maxDf() != QueryOptions.NO_LIMIT) {
            out.put(MAX_DF, configuration.maxDf());
        }
        configuration.alteration().ifPresent(alteration -> out.put(ALTERATION, alteration.toString()));
        if (configuration.scheme().isPresent()) {
            out.put(SCHEME, Json.read(configuration.scheme().get().toJson()));
        }
        configuration.rival().ifPresent(rival -> out.put(RIVAL, write(rival)));
        return out;
    }

    static Configuration read(Fields in) throws IOException {
        try {
            return new Configuration(
                    in.text("section"),
                    in.text("name"),
                    strings(in.object("settings")),
                    in.has(SCHEME) ? Optional.of(Scheme.fromJson(Json.write(in.any(SCHEME)))) : Optional.empty(),
                    in.has(RIVAL) ? Optional.of(rival(in.object(RIVAL))) : Optional.empty(),
                    in.text("measure"),
                    in.has(QUERY_SELECTION) ? Optional.of(selection(in.object(QUERY_SELECTION))) : Optional.empty(),
                    in.has(MAX_DF) ? in.whole(MAX_DF) : QueryOptions.NO_LIMIT,
                    in.has(ALTERATION) ? Optional.of(Alteration.parse(in.text(ALTERATION))) : Optional.empty());
        } catch (WhorlException | IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static Map<String, Object> write(Selection selection) {
        Map<String, Object> out = new LinkedHashMap<>();
        out.put("name", selection.name());
        out.put("parameters", selection.parameters());
        return out;
    }

    private static Selection selection(Fields in) throws IOException {
        return new Selection(in.text("name"), strings(in.object("parameters")));
    }

    private static Map<String, Object> write(RivalScheme rival) {
        Map<String, Object> out = new LinkedHashMap<>();
        out.put("system", rival.system().label());
        out.put("parameters", rival.parameters());
        out.put("stop", List.copyOf(rival.stop()));
        return out;
    }

    private static RivalScheme rival(Fields in) throws IOException {
        SortedMap<String, Integer> parameters = new TreeMap<>();
        Fields written = in.object("parameters");
        for (Object key : written.map().keySet()) {
            parameters.put(key.toString(), written.small(key.toString()));
        }
        return new RivalScheme(Rival.named(in.text("system")), parameters, new TreeSet<>(in.texts("stop")));
    }

    private static Map<String, String> strings(Fields in) throws IOException {
        Map<String, String> out = new LinkedHashMap<>();
        for (Object key : in.map().keySet()) {
            out.put(key.toString(), in.text(key.toString()));
        }
        return out;
    }
}

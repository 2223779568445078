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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;

/** A {@link Configuration} as JSON. */
record ConfigurationJson(
        String section,
        String name,
        Map<String, String> settings,
        String measure,
        Optional<SelectionJson> querySelection,
        OptionalLong maxDf,
        Optional<String> alteration,
        Optional<Map<String, Object>> scheme,
        Optional<RivalJson> rival) {

    record SelectionJson(String name, Map<String, String> parameters) {}

    record RivalJson(String system, Map<String, Integer> parameters, List<String> stop) {}

    static ConfigurationJson of(Configuration of) throws IOException {
        return new ConfigurationJson(
                of.section(),
                of.name(),
                of.settings(),
                of.measure(),
                of.querySelection().map(own -> new SelectionJson(own.name(), own.parameters())),
                of.maxDf() == QueryOptions.NO_LIMIT ? OptionalLong.empty() : OptionalLong.of(of.maxDf()),
                of.alteration().map(Alteration::toString),
                of.scheme().isPresent()
                        ? Optional.of(Json.readObject(of.scheme().get().toJson()))
                        : Optional.empty(),
                of.rival().map(own -> new RivalJson(own.system().label(), own.parameters(), List.copyOf(own.stop()))));
    }

    Configuration configuration() throws IOException {
        try {
            return new Configuration(
                    section,
                    name,
                    settings,
                    scheme.isPresent() ? Optional.of(Scheme.fromJson(Json.write(scheme.get()))) : Optional.empty(),
                    rival.map(own -> new RivalScheme(
                            Rival.named(own.system()), new TreeMap<>(own.parameters()), new TreeSet<>(own.stop()))),
                    measure,
                    querySelection.map(own -> new Selection(own.name(), own.parameters())),
                    maxDf.orElse(QueryOptions.NO_LIMIT),
                    alteration.map(Alteration::parse));
        } catch (WhorlException | IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }
}

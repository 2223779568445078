package io.whorl.fingerprint;

import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import io.whorl.testing.Sources;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.platform.commons.support.ReflectionSupport;
import org.junit.platform.commons.support.conversion.ConversionSupport;

/** Schemes in short, and those that {@code golden.tsv} pins, which together cover every part of the path. */
public final class Schemes {
    private Schemes() {}

    /** The scheme of settings such as {@code granularity=2 stop=the,of selection=min-s:s=30}. */
    public static Scheme of(String settings) {
        Scheme.Builder builder = Scheme.builder();
        for (String setting : settings.split(" ")) {
            String[] parts = setting.split("=", 2);
            switch (parts[0]) {
                case "" -> {}
                case "selection" -> builder.selection(selection(parts[1]));
                case "stop" -> builder.stop(List.of(parts[1].split(",")));
                default -> {
                    Method setter = Arrays.stream(Scheme.Builder.class.getMethods())
                            .filter(m -> m.getName().equals(parts[0]))
                            .findFirst()
                            .orElseThrow();
                    Object value = ConversionSupport.convert(parts[1], setter.getParameterTypes()[0], null);
                    ReflectionSupport.invokeMethod(setter, builder, value);
                }
            }
        }
        return builder.build();
    }

    /** The selection of its text form, such as {@code winnowing:parts=16,w=24}. */
    public static Selection selection(String written) {
        String[] parts = written.split("[:=,]");
        Map<String, String> parameters = new TreeMap<>();
        for (int i = 1; i < parts.length; i += 2) {
            parameters.put(parts[i], parts[i + 1]);
        }
        return new Selection(parts[0], parameters);
    }

    /** The schemes that are pinned, by their settings. */
    public static Map<String, Scheme> all() {
        return rows("golden.tsv").stream()
                .collect(Collectors.toMap(row -> row[0], row -> of(row[0]), (a, b) -> a, LinkedHashMap::new));
    }

    /** The lines of a resource, split at tabs. */
    static List<String[]> rows(String resource) {
        return text(resource).lines().map(line -> line.split("\t")).toList();
    }

    static String text(String resource) {
        return Sources.resource(Schemes.class, resource);
    }
}

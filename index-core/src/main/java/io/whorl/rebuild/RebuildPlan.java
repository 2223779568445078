package io.whorl.rebuild;

import io.whorl.build.Duplicates;
import io.whorl.scheme.Scheme;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a rebuild is of. All of it must be the same when it is resumed.
 *
 * @param scheme of the new index; that of the old one where there is none, and at a resume the one it was begun with
 * @param minDocument documents with fewer surviving words are left out and counted; 0 for none
 * @param duplicates what becomes of documents that are equal to earlier ones
 * @param facts whatever else makes the stream of documents what it is, by name: how the sources are read, which they are,
 *     their sizes and times. They are stored, compared at a resume, and told where they differ
 */
public record RebuildPlan(Optional<Scheme> scheme, long minDocument, Duplicates duplicates, Map<String, String> facts) {
    /** The index's scheme, every document, duplicates kept, nothing known of the sources. */
    public static final RebuildPlan DEFAULT = new RebuildPlan(Optional.empty(), 0, Duplicates.KEEP, Map.of());

    private static final String FACT = "fact ";

    public RebuildPlan {
        if (minDocument < 0) {
            throw new IllegalArgumentException("min-document is " + minDocument + "; it must be at least 0");
        }
        facts = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(facts));
    }

    public RebuildPlan scheme(Scheme value) {
        return new RebuildPlan(Optional.of(value), minDocument, duplicates, facts);
    }

    public RebuildPlan minDocument(long words) {
        return new RebuildPlan(scheme, words, duplicates, facts);
    }

    public RebuildPlan duplicates(Duplicates value) {
        return new RebuildPlan(scheme, minDocument, value, facts);
    }

    public RebuildPlan facts(Map<String, String> value) {
        return new RebuildPlan(scheme, minDocument, duplicates, value);
    }

    /** As a journal keeps it. */
    Map<String, String> fields(Scheme of) {
        Map<String, String> fields = new TreeMap<>();
        fields.put("scheme", of.toJson());
        fields.put("min-document", Long.toString(minDocument));
        fields.put("duplicates", duplicates.toString());
        facts.forEach((name, value) -> fields.put(FACT + name, value));
        return fields;
    }

    /** The first difference from a plan as a journal keeps it, in words; nothing if they agree. */
    Optional<String> difference(Map<String, String> begun) {
        Map<String, String> now = fields(scheme.orElseGet(() -> Scheme.fromJson(begun.get("scheme"))));
        Map<String, String> then = new TreeMap<>(begun);
        then.keySet().removeIf(name -> !name.startsWith(FACT) && !now.containsKey(name));
        for (String name : then.keySet()) {
            if (!then.get(name).equals(now.get(name))) {
                return Optional.of(named(name) + " was " + then.get(name) + " and is " + now.getOrDefault(name, "not given"));
            }
        }
        return now.keySet().stream().filter(name -> !then.containsKey(name)).findFirst()
                .map(name -> named(name) + " was not given and is " + now.get(name));
    }

    private static String named(String field) {
        return field.startsWith(FACT) ? field.substring(FACT.length()) : field;
    }
}

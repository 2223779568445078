package io.whorl;

import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.scheme.Scheme;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What an index holds, in the plainest form: fingerprints by id and documents by minutia. */
public final class SlowIndex {
    /** Ids as an index orders them. */
    public static final Comparator<String> BY_UTF8 =
            (a, b) -> Arrays.compareUnsigned(RandomCorpus.utf8(a), RandomCorpus.utf8(b));

    public final Scheme scheme;
    public final TreeMap<String, Fingerprint> documents = new TreeMap<>(BY_UTF8);
    /** By minutia, unsigned ascending: each document that holds it, with its frequency there. */
    public final TreeMap<Long, TreeMap<String, Integer>> holders = new TreeMap<>(Long::compareUnsigned);
    /** By id, the family whose postings the document shares. */
    private final Map<String, List<String>> families = new HashMap<>();

    public SlowIndex(Scheme scheme, Map<String, byte[]> corpus, long minDocument) {
        Fingerprinter fingerprinter = Fingerprinter.of(scheme);
        this.scheme = fingerprinter.scheme();
        new LinkedHashMap<>(corpus).forEach((id, text) -> {
            Fingerprint f = fingerprinter.fingerprint(text);
            if (f.words() >= minDocument) {
                documents.put(id, f);
                for (int i = 0; i < f.size(); i++) {
                    holders.computeIfAbsent(f.minutia(i), m -> new TreeMap<>(BY_UTF8))
                            .put(id, f.frequency(i));
                }
            }
        });
    }

    /** Of documents that share postings only the first counts as a holder. */
    public void share(List<String> family) {
        List<String> sorted = family.stream().sorted(BY_UTF8).toList();
        sorted.forEach(id -> families.put(id, sorted));
        for (String alias : sorted.subList(1, sorted.size())) {
            Fingerprint f = documents.get(alias);
            for (int i = 0; i < f.size(); i++) {
                holders.get(f.minutia(i)).remove(alias);
            }
        }
    }

    /** True if two documents share postings. */
    public boolean shares(String a, String b) {
        return families.containsKey(a) && families.get(a) == families.get(b);
    }

    public long words() {
        return documents.values().stream().mapToLong(f -> f.words()).sum();
    }

    public long postings() {
        return holders.values().stream().mapToLong(Map::size).sum();
    }

    public long singletons() {
        return holders.values().stream().filter(h -> h.size() == 1).count();
    }
}

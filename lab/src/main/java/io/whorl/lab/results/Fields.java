package io.whorl.lab.results;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The fields of a JSON object, each of the kind that is expected, or an {@link IOException} that names it. */
record Fields(Map<?, ?> map) {
    /** Makes something of one object of a list. */
    interface Maker<T> {
        T make(Fields fields) throws IOException;
    }

    static Fields of(Object value) throws IOException {
        if (value instanceof Map<?, ?> map) {
            return new Fields(map);
        }
        throw new IOException("an object is expected, not " + value);
    }

    boolean has(String name) {
        return map.containsKey(name);
    }

    Object any(String name) throws IOException {
        return Optional.<Object>ofNullable(map.get(name))
                .orElseThrow(() -> new IOException("field " + name + " is missing"));
    }

    Fields object(String name) throws IOException {
        return of(any(name));
    }

    String text(String name) throws IOException {
        return any(name).toString();
    }

    long whole(String name) throws IOException {
        return whole(name, any(name));
    }

    private static long whole(String name, Object value) throws IOException {
        if (value instanceof Long number) {
            return number;
        }
        throw new IOException("field " + name + " is not a whole number: " + value);
    }

    List<Long> wholes(String name, int count) throws IOException {
        List<Long> wholes = new ArrayList<>();
        for (Object each : list(name)) {
            wholes.add(whole(name, each));
        }
        if (wholes.size() != count) {
            throw new IOException("field " + name + " has " + wholes.size() + " numbers instead of " + count);
        }
        return wholes;
    }

    int small(String name) throws IOException {
        return Math.toIntExact(whole(name));
    }

    double real(String name) throws IOException {
        return real(name, any(name));
    }

    private static double real(String name, Object value) throws IOException {
        if (value instanceof Number number) {
            return number.doubleValue();
        }
        throw new IOException("field " + name + " is not a number: " + value);
    }

    List<Double> reals(String name) throws IOException {
        List<Double> reals = new ArrayList<>();
        for (Object each : list(name)) {
            reals.add(real(name, each));
        }
        return reals;
    }

    List<String> texts(String name) throws IOException {
        return list(name).stream().map(Object::toString).toList();
    }

    <T> List<T> objects(String name, Maker<T> maker) throws IOException {
        List<T> made = new ArrayList<>();
        for (Object each : list(name)) {
            made.add(maker.make(of(each)));
        }
        return made;
    }

    private List<?> list(String name) throws IOException {
        if (any(name) instanceof List<?> list) {
            return list;
        }
        throw new IOException("field " + name + " is not a list");
    }
}

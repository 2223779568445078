package io.whorl;

import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Immutable options: {@code QueryOptions.DEFAULT.top(10).minScore(0.5)}. The initial values of the fields are the
 * defaults, and each setter returns a changed copy. A setter checks the range of its value. What depends on several
 * values is checked by {@link #checked}, so that setters can be called in any order.
 *
 * <p>Thread-safe, also if a reference is shared without synchronisation: a copy is complete before it is returned.
 *
 * @param <O> the class of the options
 */
public abstract class Options<O extends Options<O>> implements Cloneable {
    /** Returns a copy with a change. Nothing else changes a field. */
    @SuppressWarnings("unchecked")
    protected final O with(Consumer<O> change) {
        O copy;
        try {
            copy = (O) clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError("options are Cloneable", e);
        }
        change.accept(copy);
        VarHandle.storeStoreFence();
        return copy;
    }

    /** Checks what depends on several values. */
    protected void check() {}

    /**
     * Returns these options. Every call that takes options checks them, too.
     *
     * @throws IllegalArgumentException if the values of several options contradict one another
     */
    @SuppressWarnings("unchecked")
    public final O checked() {
        check();
        return (O) this;
    }

    @Override
    public final boolean equals(Object other) {
        return other instanceof Options<?> options
                && getClass() == options.getClass()
                && values().equals(options.values());
    }

    @Override
    public final int hashCode() {
        return values().hashCode();
    }

    @Override
    public final String toString() {
        return getClass().getSimpleName() + values();
    }

    /** The values of all fields that a setter can change, by name. A transient field belongs to no value. */
    private Map<String, Object> values() {
        Map<String, Object> values = new TreeMap<>();
        for (Class<?> type = getClass(); type != Options.class; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if ((field.getModifiers() & (Modifier.STATIC | Modifier.FINAL | Modifier.TRANSIENT)) == 0) {
                    field.setAccessible(true);
                    try {
                        values.put(field.getName(), field.get(this));
                    } catch (IllegalAccessException e) {
                        throw new AssertionError("fields of options are accessible", e);
                    }
                }
            }
        }
        return values;
    }
}

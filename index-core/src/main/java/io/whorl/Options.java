package io.whorl;

import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Immutable options: {@code QueryOptions.DEFAULT.top(10).minScore(0.5)}. The initial values of the fields are the
 * defaults, and each setter returns a changed copy. A setter checks the range of its value. What depends on several
 * values is checked by {@link #checked}, so that setters can be called in any order. A getter has the name of its
 * setter, whose description holds for both. Two options of one class are equal if all of their fields are.
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

    /** The values by name. They are read by reflection, so that no option can be missing. */
    private Map<String, Object> values() {
        Map<String, Object> all = new LinkedHashMap<>();
        try {
            for (Class<?> type = getClass(); type != Options.class; type = type.getSuperclass()) {
                for (Field field : type.getDeclaredFields()) {
                    if (!Modifier.isStatic(field.getModifiers()) && !Modifier.isFinal(field.getModifiers())) {
                        field.setAccessible(true);
                        all.put(field.getName(), field.get(this));
                    }
                }
            }
        } catch (IllegalAccessException e) {
            throw new AssertionError("fields of options are accessible", e);
        }
        if (all.isEmpty()) {
            // Without this, all options of a class would be equal in an image that lacks the metadata.
            throw new IllegalStateException("the fields of " + getClass() + " cannot be read by reflection");
        }
        return all;
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
}

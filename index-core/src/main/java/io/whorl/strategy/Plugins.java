package io.whorl.strategy;

import io.whorl.InvalidSchemeException;
import io.whorl.scheme.Selection;
import io.whorl.select.SelectionProvider;
import java.lang.ref.SoftReference;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.WeakHashMap;

/** The strategies that users add. {@link ServiceLoader} finds them from the thread's context class loader. */
final class Plugins {
    // Weak keys and soft values, so that the cache keeps neither class loaders nor plug-ins alive.
    private static final Map<ClassLoader, SoftReference<List<SelectionProvider>>> LOADED = new WeakHashMap<>();

    private Plugins() {}

    /** The providers, sorted by name. */
    static List<SelectionProvider> visible() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        ClassLoader loader = context == null ? Plugins.class.getClassLoader() : context;
        synchronized (LOADED) {
            SoftReference<List<SelectionProvider>> cached = LOADED.get(loader);
            List<SelectionProvider> found = cached == null ? null : cached.get();
            if (found == null) {
                found = load(loader);
                LOADED.put(loader, new SoftReference<>(found));
            }
            return found;
        }
    }

    private static List<SelectionProvider> load(ClassLoader loader) {
        Map<String, SelectionProvider> byName = new TreeMap<>();
        try {
            for (SelectionProvider provider : ServiceLoader.load(SelectionProvider.class, loader)) {
                checkName(provider);
                SelectionProvider other = byName.put(provider.name(), provider);
                if (other != null) {
                    throw new InvalidSchemeException("two plug-ins give selection " + provider.name() + ": "
                            + other.getClass().getName() + " and "
                            + provider.getClass().getName()
                            + "; remove one of them");
                }
            }
        } catch (ServiceConfigurationError e) {
            throw new InvalidSchemeException(
                    "a selection plug-in cannot be loaded: " + e.getMessage()
                            + "; repair it or remove it from the class path",
                    e);
        }
        return List.copyOf(byName.values());
    }

    /** Checks a plug-in's name. It must not be a built-in name, whose meaning must be the same everywhere. */
    static void checkName(SelectionProvider provider) {
        String name = provider.name();
        try {
            Selection.of(name);
        } catch (IllegalArgumentException e) {
            throw new InvalidSchemeException("plug-in " + provider.getClass().getName() + ": " + e.getMessage(), e);
        }
        if (BuiltIns.find(name).filter(own -> own != provider).isPresent()) {
            throw new InvalidSchemeException("plug-in " + provider.getClass().getName()
                    + " takes the name of the built-in " + "selection " + name + "; give it another name");
        }
    }
}

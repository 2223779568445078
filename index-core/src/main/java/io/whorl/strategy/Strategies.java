package io.whorl.strategy;

import io.whorl.SchemeException;
import io.whorl.hash.MinutiaOrder;
import io.whorl.internal.Ranges;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import io.whorl.select.ChunkNeeds;
import io.whorl.select.SelectionProvider;
import io.whorl.select.SelectionStrategy;
import io.whorl.select.SelectionStrategy.Comparability;
import java.io.IOException;
import java.lang.ref.SoftReference;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.WeakHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds strategies by name: the built-in ones, and the plug-ins that {@link java.util.ServiceLoader} finds from the
 * thread's context class loader. Thread-safe.
 */
public final class Strategies {
    static final List<SelectionProvider> BUILT_INS = Stream.of(
                    PositionSelection.BY_NUMBER,
                    RaritySelection.PROVIDERS,
                    List.of(Anchor.PROVIDER),
                    PositionSelection.BY_STRUCTURE,
                    List.of(Mod.PROVIDER, ModBySize.PROVIDER, MinS.PROVIDER, Winnowing.PROVIDER))
            .flatMap(List::stream)
            .toList();

    // Declarations do not call the order, so any function will do.
    private static final MinutiaOrder NO_ORDER = MinutiaOrder.ofWidth(Long.SIZE);

    /** The declaration that was looked up last. Queries of one index ask again and again for the same scheme. */
    private static volatile Declared lastDeclared =
            new Declared(Scheme.builder().build(), Comparability.SETS);

    private record Declared(Scheme scheme, Comparability comparability) {}

    private Strategies() {}

    /**
     * Parses {@code NAME[:key=value,...]}. A value {@code @FILE} means the lines of the file, separated by {@code |}.
     *
     * @param folder of the files
     * @throws IllegalArgumentException if the text has another form, or such a file is missing or of no use
     */
    public static Selection parse(String text, Path folder) throws IOException {
        String[] parts = text.split(":", 2);
        Map<String, String> parameters = new TreeMap<>();
        for (String part : parts.length == 1 ? new String[0] : parts[1].split(",", -1)) {
            int equals = part.indexOf('=');
            Ranges.require(
                    equals > 0,
                    "'" + part + "' in '" + text + "' is not key=value; it must be NAME or NAME:key=value,key=value");
            String key = part.substring(0, equals);
            String value = part.substring(equals + 1);
            String old = parameters.put(key, value.startsWith("@") ? lines(folder.resolve(value.substring(1))) : value);
            Ranges.require(old == null, "'" + key + "' is given twice in '" + text + "'");
        }
        return new Selection(parts[0], parameters);
    }

    private static String lines(Path file) throws IOException {
        Ranges.require(Files.isRegularFile(file), "there is no file " + file);
        Ranges.require(
                Files.size(file) <= Scheme.MOST_LIST_BYTES,
                file + " has more than " + Scheme.MOST_LIST_BYTES
                        + " bytes, the most that a scheme holds; give fewer lines");
        try {
            // A byte order mark is no part of the first line.
            String text = Files.readString(file).replaceFirst("^\ufeff", "");
            Ranges.require(
                    text.indexOf('|') < 0, file + " contains '|', which separates values and cannot be part of one");
            return text.lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .collect(Collectors.joining("|"));
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(file + " is not UTF-8; save it as UTF-8", e);
        }
    }

    /**
     * Creates the strategy of a scheme.
     *
     * @throws SchemeException as {@link #create(Selection, Chunking, MinutiaOrder)}
     * @throws IllegalArgumentException if a parameter is unknown or out of its range
     */
    public static SelectionStrategy of(Scheme scheme) {
        return create(
                scheme.selection(),
                scheme.chunking(),
                MinutiaOrder.ofWidth(scheme.hashing().bits()));
    }

    /**
     * Creates a strategy by its name.
     *
     * @param order see {@link SelectionProvider#create}
     * @throws SchemeException if no strategy has the name, if it cannot work on such chunks, or if a plug-in is broken
     *     or takes a name that is already taken
     * @throws IllegalArgumentException if a parameter is unknown or out of its range
     */
    public static SelectionStrategy create(Selection selection, Chunking chunking, MinutiaOrder order) {
        List<SelectionProvider> known = providers();
        SelectionProvider provider = find(known, selection.name()).orElseThrow(() -> unknown(selection, known));
        return create(provider, selection, chunking, order);
    }

    private static SchemeException unknown(Selection selection, List<SelectionProvider> known) {
        return SchemeException.invalid("selection " + selection.name() + " is unknown; known are "
                + known.stream().map(SelectionProvider::name).collect(Collectors.joining(", "))
                + "; for others, put the jar of a plug-in on the class path");
    }

    /**
     * Checks that this process knows how documents of an index are compared, which only their strategy declares.
     *
     * @param scheme the scheme of an index
     * @throws SchemeException if its strategy is not registered in this process
     */
    public static void checkRegistered(Scheme scheme) {
        if (lastDeclared.scheme != scheme
                && declared(scheme, SelectionStrategy::comparability).isEmpty()) {
            throw unknown(scheme.selection(), providers());
        }
    }

    /**
     * Creates a strategy by a given provider, which need not be registered.
     *
     * @param order see {@link SelectionProvider#create}
     * @throws SchemeException also if the provider takes the name of a built-in strategy
     * @throws IllegalArgumentException also if the provider's name is not the selection's
     */
    public static SelectionStrategy create(
            SelectionProvider provider, Selection selection, Chunking chunking, MinutiaOrder order) {
        Plugins.checkName(provider);
        if (!provider.name().equals(selection.name())) {
            throw new IllegalArgumentException("provider is of selection " + provider.name()
                    + "; it must be of the scheme's, " + selection.name());
        }
        SelectionStrategy strategy = provider.create(selection, chunking, order);
        // A scheme stores the strategy's own selection, which must lead to the same strategy when it is read again.
        if (!strategy.selection().name().equals(provider.name())) {
            throw SchemeException.invalid("selection " + provider.name() + " writes itself out as "
                    + strategy.selection().name() + "; its plug-in must keep the name");
        }
        if (strategy.needs() != ChunkNeeds.MINUTIA && chunking.unit() != Chunking.Unit.WORD) {
            throw SchemeException.invalid("selection " + provider.name() + " needs unit word, and the unit is "
                    + chunking.unit().name().toLowerCase(Locale.ROOT) + "; use unit word or another selection");
        }
        chunking(strategy, chunking);
        return strategy;
    }

    /**
     * The chunks that a strategy works on: those of the scheme, or with step = granularity for strategies that select
     * among {@linkplain SelectionStrategy#nonOverlapping() non-overlapping} chunks. Chunks between hashed breakpoints
     * never overlap.
     *
     * @throws SchemeException if the scheme's step is neither 1 nor the granularity, and so would be ignored
     */
    public static Chunking chunking(SelectionStrategy strategy, Chunking scheme) {
        if (!strategy.nonOverlapping() || scheme.breakpoints().isPresent()) {
            return scheme;
        }
        int n = scheme.granularity();
        if (scheme.step() != 1 && scheme.step() != n) {
            throw SchemeException.invalid("selection " + strategy.selection().name() + " steps by the granularity, " + n
                    + ", and the step is " + scheme.step() + "; leave the step out or use another selection");
        }
        return new Chunking(scheme.unit(), n, n, scheme.order(), scheme.breakpoints());
    }

    /** All providers: the built-in ones in the order of docs/DEFINITIONS.md, then the plug-ins by name. */
    public static List<SelectionProvider> providers() {
        List<SelectionProvider> all = new ArrayList<>(BUILT_INS);
        all.addAll(Plugins.visible());
        return List.copyOf(all);
    }

    /**
     * How documents of a scheme are compared.
     *
     * @param scheme with its selection written out in full
     * @return {@link Comparability#SETS} if the strategy is not registered in this process
     */
    public static Comparability comparability(Scheme scheme) {
        Declared last = lastDeclared;
        if (last.scheme == scheme) {
            return last.comparability;
        }
        Optional<Comparability> declared = declared(scheme, SelectionStrategy::comparability);
        declared.ifPresent(c -> lastDeclared = new Declared(scheme, c));
        return declared.orElse(Comparability.SETS);
    }

    /**
     * {@link SelectionStrategy#expectedShare()} of a scheme's strategy.
     *
     * @param scheme with its selection written out in full
     * @return empty also if the strategy is not registered in this process
     */
    public static OptionalDouble expectedShare(Scheme scheme) {
        return declared(scheme, SelectionStrategy::expectedShare).orElse(OptionalDouble.empty());
    }

    private static <T> Optional<T> declared(Scheme scheme, Function<SelectionStrategy, T> declaration) {
        Selection selection = scheme.selection();
        // Built-in strategies are found without loading plug-ins, one of which may be broken.
        return find(BUILT_INS, selection.name())
                .or(() -> find(Plugins.visible(), selection.name()))
                .map(provider -> declaration.apply(provider.create(selection, scheme.chunking(), NO_ORDER)));
    }

    private static Optional<SelectionProvider> find(List<SelectionProvider> known, String name) {
        return known.stream().filter(p -> p.name().equals(name)).findFirst();
    }

    /** The strategies that users add. {@link ServiceLoader} finds them from the thread's context class loader. */
    private static final class Plugins {
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
                        throw SchemeException.invalid("two plug-ins give selection " + provider.name() + ": "
                                + other.getClass().getName() + " and "
                                + provider.getClass().getName()
                                + "; remove one of them");
                    }
                }
            } catch (ServiceConfigurationError e) {
                throw SchemeException.invalid(
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
                throw SchemeException.invalid("plug-in " + provider.getClass().getName() + ": " + e.getMessage(), e);
            }
            if (find(BUILT_INS, name).filter(own -> own != provider).isPresent()) {
                throw SchemeException.invalid("plug-in " + provider.getClass().getName()
                        + " takes the name of the built-in " + "selection " + name + "; give it another name");
            }
        }
    }
}

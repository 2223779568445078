package io.whorl.write;

import io.whorl.LiveTierUnavailableException;
import io.whorl.live.LiveTier;
import io.whorl.store.IndexFiles;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Decides whether a writer that opens has a live map, and reports the decision. */
final class LiveMapChoice {
    private static final System.Logger LOG = System.getLogger("io.whorl.write");

    /** The alternative, for a writer that requires a map. */
    private static final String ALTERNATIVE =
            "; or open the writer with LiveMap.AUTO or LiveMap.NONE, which need neither"
                    + " flags nor Chronicle Map (opening, querying and building an index do not need them either)";

    private LiveMapChoice() {}

    /**
     * Fails, before any file is changed, if the map is required and this process clearly lacks a prerequisite.
     *
     * @throws LiveTierUnavailableException if so
     */
    static void checkRequired(WriterOptions options) {
        if (options.liveMap() == LiveMap.REQUIRED) {
            try {
                LiveTier.check();
            } catch (LiveTierUnavailableException e) {
                throw required(e);
            }
        }
    }

    private static LiveTierUnavailableException required(LiveTierUnavailableException e) {
        return new LiveTierUnavailableException(e.getMessage() + ALTERNATIVE, e);
    }

    /**
     * Decides for an index that this writer has locked.
     *
     * @return the options with {@link LiveMap#REQUIRED} or {@link LiveMap#NONE}
     * @throws LiveTierUnavailableException if the map is required and does not work
     * @throws IOException if the map is required and its file cannot be created
     */
    static WriterOptions decide(Path index, WriterOptions options) throws IOException {
        WriterEvents.LiveMapChoice event = new WriterEvents.LiveMapChoice();
        event.begin();
        Choice choice = choice(index, options.liveMap());
        event.option = options.liveMap().name();
        event.map = choice.map;
        event.reason = choice.reason;
        event.commit();
        boolean fallback = options.liveMap() == LiveMap.AUTO && !choice.map;
        LOG.log(
                fallback ? System.Logger.Level.INFO : System.Logger.Level.DEBUG,
                () -> "the writer of " + index
                        + " opens " + (choice.map ? "with" : "without") + " a Chronicle Map (" + options.liveMap()
                        + "): "
                        + choice.reason);
        return options.toBuilder()
                .liveMap(choice.map ? LiveMap.REQUIRED : LiveMap.NONE)
                .build();
    }

    private record Choice(boolean map, String reason) {}

    private static Choice choice(Path index, LiveMap option) throws IOException {
        if (option == LiveMap.NONE) {
            return new Choice(false, "the options say so");
        }
        try {
            Path live = IndexFiles.live(index);
            Files.createDirectories(live);
            LiveTier.probe(live.resolve("map-000000.chm"));
            return new Choice(true, "a trial map works");
        } catch (LiveTierUnavailableException e) {
            if (option == LiveMap.REQUIRED) {
                throw required(e);
            }
            return new Choice(false, e.getMessage());
        } catch (IOException e) {
            if (option == LiveMap.REQUIRED) {
                throw e;
            }
            return new Choice(false, e.getMessage());
        }
    }
}

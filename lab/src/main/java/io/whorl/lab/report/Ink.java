package io.whorl.lab.report;

import java.util.Locale;

/** A colour by its role, with one value for light and one for dark backgrounds. */
public enum Ink {
    TEXT("#1c2024", "#e8eaed"),
    MUTED("#5b636c", "#a9b1ba"),
    AXIS("#8a929b", "#7d868f"),
    GRID("#e3e6ea", "#31363d"),
    SERIES_0("#2065c7", "#6ea8ff"),
    SERIES_1("#d95f02", "#ff9a4d"),
    SERIES_2("#1b8a5a", "#55c99a"),
    SERIES_3("#b5338a", "#f07cc4"),
    SERIES_4("#8f6b00", "#e0b93f"),
    SERIES_5("#0b8195", "#4fc9dc"),
    SERIES_6("#6a4fc1", "#a994f5"),
    SERIES_7("#6b6b6b", "#b0b0b0");

    /** The number of series that have distinct colours. */
    public static final int SERIES = 8;

    private final String light;
    private final String dark;

    Ink(String light, String dark) {
        this.light = light;
        this.dark = dark;
    }

    /** Returns the colour of the series with this number, 0 or more. */
    public static Ink series(int number) {
        return values()[SERIES_0.ordinal() + number % SERIES];
    }

    public String light() {
        return light;
    }

    public String dark() {
        return dark;
    }

    public String css() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

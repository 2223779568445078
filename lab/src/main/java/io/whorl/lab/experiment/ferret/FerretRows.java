package io.whorl.lab.experiment.ferret;

import io.whorl.lab.model.FigureTable;
import java.util.ArrayList;
import java.util.List;

/** A table with a row for each figure and a column for each collection. */
final class FerretRows {
    /** A column, which is filled from top to bottom. */
    interface Cells {
        /** @param what the heading of the row, the same for all columns */
        void add(String cell, String what);
    }

    private final List<String> columns = new ArrayList<>(List.of("figure"));
    private final List<List<String>> rows = new ArrayList<>();

    Cells column(String heading) {
        columns.add(heading);
        int[] row = {0};
        return (cell, what) -> {
            if (row[0] == rows.size()) {
                rows.add(new ArrayList<>(List.of(what)));
            }
            rows.get(row[0]++).add(cell);
        };
    }

    /** Adds a column with the figures of a paper, one for each row. */
    void paper(String heading, String... cells) {
        if (cells.length != rows.size()) {
            throw new IllegalArgumentException(
                    "cells has " + cells.length + " elements; it must have one for each of " + rows.size() + " rows");
        }
        Cells column = column(heading);
        for (String cell : cells) {
            column.add(cell, heading);
        }
    }

    FigureTable table(String name, String title, List<String> notes) {
        return new FigureTable(name, title, columns, List.copyOf(rows), notes);
    }
}

package io.whorl.lab.experiment.ferret;

import io.whorl.lab.model.FigureTable;
import java.util.ArrayList;
import java.util.List;

/** Figures down, collections across. */
final class FerretRows {
    /** A collection's column, filled from top to bottom. */
    interface Cells {
        /** @param what the row's heading, the same for every collection */
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

    /** A paper's own figures, one for each row so far. */
    void paper(String heading, String... cells) {
        if (cells.length != rows.size()) {
            throw new IllegalArgumentException(
                    "cells are " + cells.length + "; they must be as many as rows, " + rows.size());
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

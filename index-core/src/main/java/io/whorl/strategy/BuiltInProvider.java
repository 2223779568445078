package io.whorl.strategy;

import io.whorl.scheme.Chunking;
import io.whorl.scheme.Selection;
import io.whorl.select.SelectionProvider;
import io.whorl.select.SelectionStrategy;
import java.util.List;
import java.util.function.LongUnaryOperator;

/** The provider of a built-in strategy. */
record BuiltInProvider(String name, List<String> parameters, Factory factory) implements SelectionProvider {

    /** Creates the strategy from its parameters. */
    interface Factory {
        SelectionStrategy create(Parameters parameters, Chunking chunking, LongUnaryOperator order);
    }

    @Override
    public SelectionStrategy create(Selection selection, Chunking chunking, LongUnaryOperator order) {
        return factory.create(new Parameters(selection, parameters), chunking, order);
    }
}

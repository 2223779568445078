package io.whorl.cli.console;

/** An action that runs if the process ends, as after Ctrl-C, before this object is closed. */
final class AtExit implements AutoCloseable {
    private final Thread hook;

    AtExit(Runnable action) {
        hook = new Thread(action);
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException ending) {
            return;
        }
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            return;
        }
    }
}

package io.whorl.scheme;

/** Argument checks whose messages name the argument, the value and the allowed range. */
final class Ranges {
    private Ranges() {}

    static void check(String name, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + " is " + value + "; it must be from " + least + " to " + most);
        }
    }
}

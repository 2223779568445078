package io.whorl.live;

/** Takes minutiae and the heads of their chains. */
interface HeadSink {
    void head(long minutia, int head);
}

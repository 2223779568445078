/** The command line. It has no API: scripts depend on its options, its output and its exit codes. */
@SuppressWarnings("requires-automatic")
open module io.whorl.cli {
    requires com.fasterxml.jackson.core;
    requires info.picocli;
    requires io.whorl.corpus;
    requires io.whorl.index;
    requires java.logging;
    requires java.management;
    requires jdk.management;
    requires me.tongfei.progressbar;
    requires org.apache.commons.io;
    requires org.jline.terminal;
}

import io.whorl.cli.WhorlCommand;
import io.whorl.cli.Streams;
import java.io.File;
import picocli.CommandLine;
import picocli.codegen.docgen.manpage.ManPageGenerator;

/** Writes the manual pages of all commands as AsciiDoc: {@code java ManPages.java FOLDER}. */
public final class ManPages {
    public static void main(String[] args) throws Exception {
        CommandLine whorl = new WhorlCommand(Streams.ofProcess()).commandLine();
        System.exit(ManPageGenerator.generateManPage(
                new File(args[0]), null, new boolean[0], true, whorl.getCommandSpec()));
    }
}

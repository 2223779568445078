package io.whorl.write;

import io.whorl.store.IndexDirectory;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/** Commits the segments of a segment set, on the commit thread of a writer. Used once. */
final class AdoptStep implements AdmissionQueue.Step {
    private final IndexDirectory directory;
    private final StateManager states;
    private final Maintenance maintenance;
    private final WriterFailure failure;
    private final ShardIntake intake;
    private final AdoptOptions options;
    private final CompletableFuture<AdoptReport> done = new CompletableFuture<>();

    AdoptStep(
            IndexDirectory directory,
            StateManager states,
            Maintenance maintenance,
            WriterFailure failure,
            ShardIntake intake,
            AdoptOptions options) {
        this.directory = directory;
        this.states = states;
        this.maintenance = maintenance;
        this.failure = failure;
        this.intake = intake;
        this.options = options;
    }

    /** Runs the step when the commit thread has room for segments, and waits for it. */
    AdoptReport call(WorkerThread commits) throws IOException {
        commits.execute(() -> maintenance.admit(this), done::completeExceptionally);
        return Futures.get(done);
    }

    @Override
    public boolean run(boolean room) {
        if (!room) {
            return false;
        }
        try {
            failure.check();
            maintenance.checkOpen();
            // Then all documents are in segments, which can be read in the order of their ids.
            maintenance.rotate();
            maintenance.finishSealing();
            done.complete(adopt());
        } catch (Throwable e) {
            done.completeExceptionally(failure.record(e));
        }
        return true;
    }

    private AdoptReport adopt() throws IOException {
        WriterEvents.Adopt event = new WriterEvents.Adopt();
        event.begin();
        Adoption adoption = new Adoption(states.state().sealed(), intake, options.repeatedIds());
        AdoptReport report = adoption.report(states.commitSegments(adoption.segments()));
        if (report.segments() < intake.segments().size()) {
            // Before the commit thread can publish a merge of adopted segments: MANIFEST would not name those either.
            intake.discardUnnamed(directory);
        }
        event.sequence = report.commit();
        event.segments = report.segments();
        event.documents = report.documents();
        event.bytes = report.bytes();
        event.commit();
        maintenance.sealed();
        return report;
    }

    @Override
    public void refuse(RuntimeException reason) {
        done.completeExceptionally(reason);
    }
}

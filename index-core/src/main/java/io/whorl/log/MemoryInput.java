package io.whorl.log;

/** Reads the operations of a commit in memory, without copying them. */
final class MemoryInput extends OperationInput {
    private final ByteBlocks blocks;
    private int nextBlock;

    MemoryInput(ByteBlocks blocks) {
        this.blocks = blocks;
        later = blocks.length();
    }

    @Override
    void refill() {
        bytes = blocks.block(nextBlock);
        at = 0;
        limit = blocks.used(nextBlock++);
        later -= limit;
    }

    @Override
    RuntimeException damaged(String reason) {
        return new IllegalStateException("a commit in memory cannot be decoded: " + reason);
    }
}

/** Rebuilds an index while the old one serves. {@link io.whorl.rebuild.IndexRebuild} is the entry point. */
package io.whorl.rebuild;

/** Making an index anew beside the one that serves; {@link io.whorl.rebuild.IndexRebuild} is the entry. */
package io.whorl.rebuild;

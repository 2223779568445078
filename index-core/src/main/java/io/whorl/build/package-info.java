/** Building an index from many documents at once; {@link io.whorl.build.IndexBuilder} is the entry. */
package io.whorl.build;

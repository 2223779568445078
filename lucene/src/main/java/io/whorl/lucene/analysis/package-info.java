/** Minutiae as terms of Lucene's own index. */
package io.whorl.lucene.analysis;

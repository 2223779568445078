/** Building an index from many documents at once; {@link io.whorl.bulk.IndexBuilder} is the entry. */
package io.whorl.bulk;

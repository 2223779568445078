/** The bytes of sketches in doc values, how two sketches are compared, and group keys. Not public API. */
package io.whorl.lucene.sketch;

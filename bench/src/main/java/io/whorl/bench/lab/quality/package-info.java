/** From rankings to figures. */
package io.whorl.bench.lab.quality;

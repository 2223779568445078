/** From rankings to figures. */
package io.whorl.lab.quality;

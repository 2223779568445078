/** The values of the laboratory: configurations, outcomes and figures. All other packages make or show them. */
package io.whorl.lab.model;

/** Figures as they are read. */

/** A figure with a minus sign, not a hyphen, if it is negative. */
export const withMinus = (figure: number | string): string => `${figure}`.replace(/^-(?=\d)/, "−");

/** How a line of an invoice is chosen in a form: its rate, or that it has none. */
export const lineKey = (vatBps: number | null): string => String(vatBps ?? 'none');

/** The rate that was chosen so. */
export const rateOf = (key: string): number | null => (key === lineKey(null) ? null : Number(key));

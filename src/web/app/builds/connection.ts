/** What the browser knows of the connection; not every browser says it. */
const connection = (): { saveData?: boolean; effectiveType?: string } =>
  (navigator as { connection?: { saveData?: boolean; effectiveType?: string } }).connection ?? {};

export const isVerySlow = (): boolean => connection().effectiveType === 'slow-2g';

/** Whether nothing should be fetched that nobody has asked for. */
export const isSparing = (): boolean =>
  connection().saveData === true || connection().effectiveType?.endsWith('2g') === true;

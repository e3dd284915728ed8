/** Returns whether the browser asks to save data. Speculative requests are skipped then. */
export const isDataSaverOn = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

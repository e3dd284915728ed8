/** Returns whether the user has turned on the browser's data saver. Callers then prefetch nothing. */
export const isDataSaverOn = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

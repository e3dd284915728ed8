/** Returns whether the user has turned on data saving. Callers then skip speculative requests. */
export const isDataSaverOn = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

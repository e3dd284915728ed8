/** Whether the browser is told to save data: nothing is fetched then that may never be used. */
export const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** Whether the browser is told to save data: nothing is fetched then that nobody asked for. */
export const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

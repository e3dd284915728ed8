import { del, get, set } from 'idb-keyval'

/** What the layout of a list is kept under. */
export const layoutKey = (listId: string) => `list/${listId}/layout`

// Asked within a promise: where there is no IndexedDB at all, asking throws at once.

/** What is kept under a key on this device, until the person signs out; `undefined` where there is no storage. */
export const readKept = async (key: string): Promise<unknown> => {
  try {
    return await get(key)
  } catch {
    return undefined
  }
}

/** Keeps a value on this device; where there is no storage it lasts as long as the page. */
export const writeKept = async (key: string, value: unknown): Promise<void> => {
  try {
    await set(key, value)
  } catch {
    // Denied or full: nothing that was shown depends on it.
  }
}

/** Keeps nothing under a key any more. */
export const forgetKept = async (key: string): Promise<void> => {
  try {
    await del(key)
  } catch {
    // Denied: then nothing is kept either.
  }
}

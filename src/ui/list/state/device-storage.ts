import { del, get, set } from 'idb-keyval'

export const layoutStorageKeyOf = (listId: string) => `list/${listId}/layout`

// Async functions, because `idb-keyval` throws synchronously where IndexedDB does not exist.

/** Reads a value stored on this device until sign-out. Returns `undefined` if storage is unavailable. */
export const readStored = async (key: string): Promise<unknown> => {
  try {
    return await get(key)
  } catch {
    return undefined
  }
}

/** Stores a value on this device. Returns false if storage is denied or full. */
export const writeStored = async (key: string, value: unknown): Promise<boolean> => {
  try {
    await set(key, value)
    return true
  } catch {
    return false
  }
}

export const deleteStored = async (key: string): Promise<void> => {
  try {
    await del(key)
  } catch {
    // Storage is denied, so there is nothing to delete.
  }
}

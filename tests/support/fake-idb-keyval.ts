/** Fake IndexedDB. The function `open` runs before each access. Tests mock `idb-keyval` with this module. */
export const device = { entries: new Map<string, unknown>(), open: async () => {} }

export const get = (key: string) => device.open().then(() => device.entries.get(key))
export const set = (key: string, value: unknown) => device.open().then(() => void device.entries.set(key, value))
export const del = (key: string) => device.open().then(() => void device.entries.delete(key))
export const keys = () => device.open().then(() => [...device.entries.keys()])
export const delMany = (all: string[]) =>
  device.open().then(() => all.forEach((key) => void device.entries.delete(key)))

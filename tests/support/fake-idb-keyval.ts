/** Fake IndexedDB. The function `beforeAccess` runs before each access. Tests mock `idb-keyval` with this module. */
export const device = { entries: new Map<string, unknown>(), beforeAccess: async () => {} }

export const get = (key: string) => device.beforeAccess().then(() => device.entries.get(key))
export const set = (key: string, value: unknown) =>
  device.beforeAccess().then(() => void device.entries.set(key, value))
export const del = (key: string) => device.beforeAccess().then(() => void device.entries.delete(key))
export const keys = () => device.beforeAccess().then(() => [...device.entries.keys()])
export const delMany = (all: string[]) =>
  device.beforeAccess().then(() => all.forEach((key) => void device.entries.delete(key)))

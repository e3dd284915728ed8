import { del, get, set } from 'idb-keyval'
import type { FormValues } from '../../machines/form/form.ts'

/** Stored state of an unsent form: its values, the number of changes, and an id for the idempotency key. */
export interface Draft {
  id: string
  values: FormValues
  revision: number
}

/** Stores the draft of one form on this device. If storage fails, the form works without drafts. */
export interface DraftStore {
  read: () => Promise<Draft | undefined>
  /** Resolves with whether all values, including files, were stored. */
  write: (draft: Draft) => Promise<boolean>
  clear: () => Promise<void>
}

/** Stores a list of ids on this device. Does nothing if storage fails. */
export interface IdListStore {
  read: () => Promise<readonly string[]>
  write: (ids: readonly string[]) => Promise<void>
}

/** Creates an {@link IdListStore} in IndexedDB under `key`. An empty list deletes the entry. */
export const createIdListStore = (key: string): IdListStore => ({
  read: async () => (await get<string[]>(key).catch(() => undefined)) ?? [],
  write: (ids) => (ids.length > 0 ? set(key, [...ids]) : del(key)).catch(() => {}),
})

interface StoredDraft extends Draft {
  files: readonly string[]
}

/**
 * Creates a {@link DraftStore} in IndexedDB under `key`. Each file has an entry of its own, which is written only when the file
 * changes.
 */
export function createDraftStore(key: string): DraftStore {
  let files: Record<string, File> = {}
  // Runs operations in sequence, so that an older write cannot finish after a newer one.
  let lastTask: Promise<unknown> = Promise.resolve()
  const enqueue = <T>(task: () => Promise<T>): Promise<T | undefined> => {
    const result = lastTask.then(task).catch(() => undefined)
    lastTask = result
    return result
  }
  const fileKey = (name: string) => `${key}/${name}`
  return {
    read: () =>
      enqueue(async () => {
        const stored = await get<StoredDraft>(key)
        if (!stored) return undefined
        // Skips an unreadable file.
        const storedFiles = await Promise.all(
          stored.files.map(async (name) => [name, await get<File>(fileKey(name)).catch(() => undefined)] as const),
        )
        files = Object.fromEntries(storedFiles.flatMap(([name, file]) => (file ? [[name, file]] : [])))
        return { id: stored.id, revision: stored.revision, values: { ...stored.values, ...files } }
      }),
    write: async (draft) => {
      const isComplete = await enqueue(async () => {
        const entries = Object.entries(draft.values)
        const readableFiles = Object.fromEntries(
          entries.flatMap(([name, value]) => (value instanceof File ? [[name, value]] : [])),
        )
        for (const [name, file] of Object.entries(readableFiles)) {
          // The file was deleted, or is too large for this device. The other values are stored anyway.
          if (files[name] !== file) await set(fileKey(name), file).catch(() => delete readableFiles[name])
        }
        for (const name of Object.keys(files)) if (!readableFiles[name]) await del(fileKey(name))
        files = readableFiles
        const values = Object.fromEntries(entries.filter(([, value]) => !(value instanceof File)))
        await set(key, { ...draft, values, files: Object.keys(readableFiles) } satisfies StoredDraft)
        return !entries.some(([name, value]) => value instanceof File && !readableFiles[name])
      })
      return isComplete ?? false
    },
    clear: () =>
      enqueue(async () => {
        for (const name of Object.keys(files)) await del(fileKey(name))
        files = {}
        await del(key)
      }),
  }
}

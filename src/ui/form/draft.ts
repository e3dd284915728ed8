import { del, get, set } from 'idb-keyval'
import type { FormValues } from '../../machines/rules/form.ts'

/** What is kept of an unsent form: its values, how often they changed, and the id of the intent behind it. */
export interface Draft {
  id: string
  values: FormValues
  revision: number
}

/** Keeps one form's draft on this device. Failing storage is no failure of the form: it then keeps nothing. */
export interface DraftKeeper {
  read: () => Promise<Draft | undefined>
  /** Tells whether all of it is kept. */
  write: (draft: Draft) => Promise<boolean>
  clear: () => Promise<void>
}

/** Keeps a list of ids on this device; where storage fails it keeps nothing. */
export interface IdsKeeper {
  read: () => Promise<readonly string[]>
  write: (ids: readonly string[]) => Promise<void>
}

/** A list of ids in IndexedDB under `key`; an empty one leaves nothing behind. */
export const idsKeeper = (key: string): IdsKeeper => ({
  read: async () => (await get<string[]>(key).catch(() => undefined)) ?? [],
  write: (ids) => (ids.length > 0 ? set(key, [...ids]) : del(key)).catch(() => {}),
})

interface Kept extends Draft {
  files: readonly string[]
}

/** Drafts in IndexedDB under `key`; a file has its own entry there, written only when it is another one. */
export function draftKeeper(key: string): DraftKeeper {
  let files: Record<string, File> = {}
  // One after the other, so that an older write can't end after a newer one.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(task: () => Promise<T>): Promise<T | undefined> => {
    const turn = last.then(task).catch(() => undefined)
    last = turn
    return turn
  }
  const fileKey = (name: string) => `${key}/${name}`
  return {
    read: () =>
      inTurn(async () => {
        const kept = await get<Kept>(key)
        if (!kept) return undefined
        // A file that cannot be read back takes nothing else with it.
        const found = await Promise.all(
          kept.files.map(async (name) => [name, await get<File>(fileKey(name)).catch(() => undefined)] as const),
        )
        files = Object.fromEntries(found.flatMap(([name, file]) => (file ? [[name, file]] : [])))
        return { id: kept.id, revision: kept.revision, values: { ...kept.values, ...files } }
      }),
    write: async (draft) => {
      const isWhole = await inTurn(async () => {
        const entries = Object.entries(draft.values)
        const held = Object.fromEntries(
          entries.flatMap(([name, value]) => (value instanceof File ? [[name, value]] : [])),
        )
        for (const [name, file] of Object.entries(held)) {
          // Gone from the disk, or too large for this device: what was typed is kept all the same.
          if (files[name] !== file) await set(fileKey(name), file).catch(() => delete held[name])
        }
        for (const name of Object.keys(files)) if (!held[name]) await del(fileKey(name))
        files = held
        const values = Object.fromEntries(entries.filter(([, value]) => !(value instanceof File)))
        await set(key, { ...draft, values, files: Object.keys(held) } satisfies Kept)
        return !entries.some(([name, value]) => value instanceof File && !held[name])
      })
      return isWhole ?? false
    },
    clear: () =>
      inTurn(async () => {
        for (const name of Object.keys(files)) await del(fileKey(name))
        files = {}
        await del(key)
      }),
  }
}

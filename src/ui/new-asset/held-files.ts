import type { Kept } from '../context.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Under what {@link holdFiles} holds files for the page that is gone to. */
    files?: string
  }
}

let held = 0
const keyOf = (id: string) => `new-asset/files/${id}`

/** Holds files for the page of new assets that is gone to next; gives what they are taken by, once, by the same account. */
export function holdFiles(kept: Kept | undefined, files: readonly File[]): string {
  held += 1
  const id = String(held)
  kept?.put(keyOf(id), files)
  return id
}

/** The files that were held; none where somebody took them before. */
export function takeFiles(kept: Kept | undefined, id: string | undefined): readonly File[] {
  if (id === undefined) return []
  const files = kept?.get(keyOf(id)) as readonly File[] | undefined
  kept?.put(keyOf(id), undefined)
  return files ?? []
}

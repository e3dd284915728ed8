import type { QueryCache } from '../context.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Key under which {@link stashFiles} stores files for the target page. */
    files?: string
  }
}

let stashCount = 0
const stashKey = (id: string) => `new-asset/files/${id}`

/** Stores files for the new-asset page that is opened next. Returns the key for {@link takeStashedFiles}. */
export function stashFiles(cache: QueryCache | undefined, files: readonly File[]): string {
  stashCount += 1
  const id = String(stashCount)
  cache?.put(stashKey(id), files)
  return id
}

/** Returns and removes the stored files. Returns none if the files were already taken. */
export function takeStashedFiles(cache: QueryCache | undefined, id: string | undefined): readonly File[] {
  if (id === undefined) return []
  const files = cache?.get(stashKey(id)) as readonly File[] | undefined
  cache?.put(stashKey(id), undefined)
  return files ?? []
}

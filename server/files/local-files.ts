import type { ContentStore } from './content-store.ts'

/** Runs work on local copies of stored files, in the order of `addresses`. */
export async function withLocalFiles<T>(
  content: ContentStore,
  addresses: readonly string[],
  work: (paths: string[]) => Promise<T>,
): Promise<T> {
  const [first, ...others] = addresses
  if (first === undefined) return work([])
  return content.withLocalCopy(first, (path) => withLocalFiles(content, others, (paths) => work([path, ...paths])))
}

import type { ContentStore } from './content-store.ts'

/** Does work that needs several stored files as paths of this machine, in the order of their addresses. */
export async function withLocal<T>(
  content: ContentStore,
  addresses: readonly string[],
  work: (paths: string[]) => Promise<T>,
): Promise<T> {
  const [first, ...others] = addresses
  if (first === undefined) return work([])
  return content.local(first, (path) => withLocal(content, others, (paths) => work([path, ...paths])))
}

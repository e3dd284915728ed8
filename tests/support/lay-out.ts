import { type SizedEntry, startLayout, type ZipLayout } from '../../server/transfer/zip-layout.ts'

/** Places all entries of an archive at once. */
export function layOut<E extends SizedEntry>(given: readonly E[]): ZipLayout<E> {
  const { place, layout } = startLayout<E>()
  for (const entry of given) place(entry)
  return layout()
}

import { createZipLayoutBuilder, type SizedEntry, type ZipLayout } from '../../server/transfer/zip-layout.ts'

export function layOutEntries<E extends SizedEntry>(entries: readonly E[]): ZipLayout<E> {
  const { add: addEntry, layout } = createZipLayoutBuilder<E>()
  for (const entry of entries) addEntry(entry)
  return layout()
}

import type { ContentStore } from '../files/content-store.ts'
import type { Checksums } from './checksums.ts'
import type { ExportEntry } from './plan.ts'
import {
  centralRecord,
  endRecords,
  localHeader,
  type PlacedEntry,
  type SizedEntry,
  type ZipLayout,
} from './zip-layout.ts'

/** Records of the central directory that are handed out in one piece. */
const RECORDS_AT_ONCE = 500

/**
 * The bytes of an archive from `start` to `end`, both included, in pieces. What stands before is passed over unread. Rejects
 * where a file has not the length it should: what came until then must not be taken for the whole.
 */
export async function* archiveBytes(
  layout: ZipLayout<ExportEntry>,
  manifest: readonly Buffer[],
  content: ContentStore,
  checksums: Checksums,
  { start, end }: { start: number; end: number },
): AsyncIterable<Uint8Array> {
  try {
    yield* entryBytes(layout, manifest, content, checksums, start, end)
    if (end >= layout.directoryOffset) yield* directoryBytes(layout, checksums, start, end)
  } finally {
    await checksums.keep()
  }
}

async function* entryBytes(
  { entries }: ZipLayout<ExportEntry>,
  manifest: readonly Buffer[],
  content: ContentStore,
  checksums: Checksums,
  start: number,
  end: number,
): AsyncIterable<Uint8Array> {
  for (let i = firstAfter(entries, start); i < entries.length && entries[i]!.offset <= end; i++) {
    const entry = entries[i]!
    const header = localHeader({ ...entry, crc32: await checksums.of(entry) })
    yield* cut([header], entry.offset, start, end)
    yield* bodyOf(entry, entry.offset + header.length, manifest, content, start, end)
  }
}

async function* directoryBytes(
  layout: ZipLayout<ExportEntry>,
  checksums: Checksums,
  start: number,
  end: number,
): AsyncIterable<Uint8Array> {
  const { entries } = layout
  let at = layout.directoryOffset
  for (let i = 0; i < entries.length; i += RECORDS_AT_ONCE) {
    const some: Buffer[] = []
    for (const entry of entries.slice(i, i + RECORDS_AT_ONCE))
      some.push(centralRecord({ ...entry, crc32: await checksums.of(entry) }))
    const records = Buffer.concat(some)
    yield* cut([records], at, start, end)
    at += records.length
  }
  yield* cut([endRecords(layout)], at, start, end)
}

async function* bodyOf(
  { content: file, bytes, end: next }: PlacedEntry<ExportEntry>,
  at: number,
  manifest: readonly Buffer[],
  content: ContentStore,
  start: number,
  end: number,
): AsyncIterable<Uint8Array> {
  if (!file) return yield* cut(manifest, at, start, end)
  const from = Math.max(start, at) - at
  const to = Math.min(end, next - 1) - at
  if (from > to) return
  let left = to - from + 1
  for await (const piece of await content.stream({ ...file, bytes }, from, to)) {
    left -= (piece as Uint8Array).length
    if (left < 0) break
    yield piece as Uint8Array
  }
  if (left !== 0) throw new Error(`The stored file ${file.sha256} is not ${bytes} bytes long.`)
}

/** Of pieces that stand one after the other from `at` on, what lies between `start` and `end`. */
function* cut(pieces: readonly Buffer[], at: number, start: number, end: number): Iterable<Uint8Array> {
  let place = at
  for (const piece of pieces) {
    const part = piece.subarray(Math.max(0, start - place), Math.max(0, end - place + 1))
    if (part.length > 0) yield part
    place += piece.length
  }
}

/** The first entry that does not end before a place: a search by halves. */
function firstAfter(entries: readonly PlacedEntry<SizedEntry>[], place: number): number {
  let [low, high] = [0, entries.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (entries[middle]!.end <= place) low = middle + 1
    else high = middle
  }
  return low
}

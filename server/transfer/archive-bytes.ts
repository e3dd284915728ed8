import type { ContentStore } from '../files/content-store.ts'
import type { ArchiveChecksums } from './archive-checksums.ts'
import type { ExportEntry } from './plan-export.ts'
import {
  createCentralRecord,
  createEndRecords,
  createLocalHeader,
  type PlacedEntry,
  type SizedEntry,
  type ZipLayout,
} from './zip-layout.ts'

const RECORD_BATCH = 500

/**
 * Yields the bytes of an archive from `start` to `end`, both inclusive. Rejects if a file has an unexpected length, so that an
 * incomplete archive does not count as complete.
 */
export async function* readArchiveBytes(
  layout: ZipLayout<ExportEntry>,
  manifest: readonly Buffer[],
  content: ContentStore,
  checksums: ArchiveChecksums,
  { start, end }: { start: number; end: number },
): AsyncIterable<Uint8Array> {
  try {
    yield* readEntryBytes(layout, manifest, content, checksums, start, end)
    if (end >= layout.directoryOffset) yield* createDirectoryBytes(layout, checksums, start, end)
  } finally {
    await checksums.save()
  }
}

async function* readEntryBytes(
  { entries }: ZipLayout<ExportEntry>,
  manifest: readonly Buffer[],
  content: ContentStore,
  checksums: ArchiveChecksums,
  start: number,
  end: number,
): AsyncIterable<Uint8Array> {
  for (let i = firstEntryAfter(entries, start); i < entries.length && entries[i]!.offset <= end; i++) {
    const entry = entries[i]!
    const header = createLocalHeader({ ...entry, crc32: await checksums.computeCrc32(entry) })
    yield* slicePieces([header], entry.offset, start, end)
    yield* readFileBytes(entry, entry.offset + header.length, manifest, content, start, end)
  }
}

async function* createDirectoryBytes(
  layout: ZipLayout<ExportEntry>,
  checksums: ArchiveChecksums,
  start: number,
  end: number,
): AsyncIterable<Uint8Array> {
  const { entries } = layout
  let at = layout.directoryOffset
  for (let i = 0; i < entries.length; i += RECORD_BATCH) {
    const batch: Buffer[] = []
    for (const entry of entries.slice(i, i + RECORD_BATCH))
      batch.push(createCentralRecord({ ...entry, crc32: await checksums.computeCrc32(entry) }))
    const records = Buffer.concat(batch)
    yield* slicePieces([records], at, start, end)
    at += records.length
  }
  yield* slicePieces([createEndRecords(layout)], at, start, end)
}

async function* readFileBytes(
  { content: file, bytes, end: next }: PlacedEntry<ExportEntry>,
  at: number,
  manifest: readonly Buffer[],
  content: ContentStore,
  start: number,
  end: number,
): AsyncIterable<Uint8Array> {
  if (!file) return yield* slicePieces(manifest, at, start, end)
  const from = Math.max(start, at) - at
  const to = Math.min(end, next - 1) - at
  if (from > to) return
  let remaining = to - from + 1
  for await (const piece of await content.stream({ ...file, bytes }, from, to)) {
    remaining -= (piece as Uint8Array).length
    if (remaining < 0) break
    yield piece as Uint8Array
  }
  if (remaining !== 0) throw new Error(`The stored file ${file.sha256} is not ${bytes} bytes long.`)
}

/** Yields the bytes from `start` to `end` of consecutive chunks. The first chunk begins at offset `at`. */
function* slicePieces(pieces: readonly Buffer[], at: number, start: number, end: number): Iterable<Uint8Array> {
  let position = at
  for (const piece of pieces) {
    const part = piece.subarray(Math.max(0, start - position), Math.max(0, end - position + 1))
    if (part.length > 0) yield part
    position += piece.length
  }
}

function firstEntryAfter(entries: readonly PlacedEntry<SizedEntry>[], position: number): number {
  let [low, high] = [0, entries.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (entries[middle]!.end <= position) low = middle + 1
    else high = middle
  }
  return low
}

import type { ReadBytes } from './byte-reader.ts'
import { type DracoCounts, parseDracoHeader } from './draco-header.ts'
import type { GlbLayout } from './glb-container.ts'
import { GlbError } from './glb-error.ts'
import { dracoBufferViewOf } from './gltf-demand.ts'

/** Bytes read from the start of each Draco stream. */
const DRACO_BYTES = 64
/**
 * Number of streams above which headers are read through a sliding window. One read per header would take longer than reading the
 * bytes in between.
 */
const MAX_DRACO_READS = 200
const WINDOW_BYTES = 64 * 1024

/**
 * Reads the decoded sizes from the headers of a model's Draco streams, by buffer view. Throws GlbError for a header without
 * sizes, because the cost of decoding would be unknown. The extension requires version 2.2, whose header has sizes.
 */
export async function readDracoCounts(read: ReadBytes, parts: GlbLayout): Promise<ReadonlyMap<number, DracoCounts>> {
  const views = findDracoViews(parts)
  const readHead = views.length > MAX_DRACO_READS ? readThroughWindows(read) : read
  const counts = new Map<number, DracoCounts>()
  for (const { index, at, length } of views) {
    const dracoHeader = parseDracoHeader(await readHead(at, Math.min(length, DRACO_BYTES)))
    if (!dracoHeader) throw unreadableDracoError(index)
    counts.set(index, dracoHeader)
  }
  return counts
}

interface View {
  index: number
  at: number
  length: number
}

/** Returns every buffer view with a Draco stream, ordered by its offset in the file. */
function findDracoViews({ document, bin }: GlbLayout): View[] {
  const views = new Map<number, View>()
  for (const { primitives } of document.meshes) {
    for (const primitive of primitives) {
      const index = dracoBufferViewOf(primitive)
      if (index === undefined) continue
      const view = typeof index === 'number' ? document.bufferViews[index] : undefined
      if (view?.buffer !== 0 || document.buffers[0]?.uri !== undefined) throw unreadableDracoError(index)
      views.set(index as number, { index: index as number, at: bin.offset + view.byteOffset, length: view.byteLength })
    }
  }
  return [...views.values()].sort((a, b) => a.at - b.at)
}

const unreadableDracoError = (index: unknown) =>
  new GlbError({
    word: 'upload.glbPacked',
    params: { path: `bufferViews.${String(index).slice(0, 20)}` },
    message: `The model's bufferViews.${String(index).slice(0, 20)} does not state the size of its Draco data.`,
  })

/** Returns a reader for ascending offsets that reads each byte of the file at most once. */
function readThroughWindows(read: ReadBytes): ReadBytes {
  let [start, window] = [0, new Uint8Array()]
  return async (offset, length) => {
    if (offset < start || offset + length > start + window.length) {
      start = offset
      window = new Uint8Array(await read(offset, WINDOW_BYTES))
    }
    return window.subarray(offset - start, offset - start + length)
  }
}

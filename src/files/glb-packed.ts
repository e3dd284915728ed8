import type { ReadBytes } from './byte-reader.ts'
import { type DracoCounts, dracoCounts } from './draco-header.ts'
import type { GlbParts } from './glb-container.ts'
import { GlbFault } from './glb-fault.ts'
import { dracoViewOf } from './gltf-demand.ts'

/** All that is read of a Draco stream. */
const DRACO_BYTES = 64
/** Streams beyond these are looked at through windows: a read for each would take longer than to read past what lies between. */
const MOST_READS = 200
const WINDOW_BYTES = 64 * 1024

/**
 * Reads from the headers of a model's Draco streams how much they unpack to, by buffer view. Throws GlbFault where one does
 * not tell: then nobody knows what unpacking it takes (the extension asks for version 2.2, which tells).
 */
export async function readDracoCounts(read: ReadBytes, parts: GlbParts): Promise<ReadonlyMap<number, DracoCounts>> {
  const views = dracoViews(parts)
  const readHead = views.length > MOST_READS ? throughWindows(read) : read
  const counts = new Map<number, DracoCounts>()
  for (const { index, at, length } of views) {
    const found = dracoCounts(await readHead(at, Math.min(length, DRACO_BYTES)))
    if (!found) throw untold(index)
    counts.set(index, found)
  }
  return counts
}

interface View {
  index: number
  at: number
  length: number
}

/** Every buffer view in which Draco keeps something, by where it lies in the file. */
function dracoViews({ document, bin }: GlbParts): View[] {
  const views = new Map<number, View>()
  for (const { primitives } of document.meshes) {
    for (const primitive of primitives) {
      const index = dracoViewOf(primitive)
      if (index === undefined) continue
      const view = typeof index === 'number' ? document.bufferViews[index] : undefined
      if (view?.buffer !== 0 || document.buffers[0]?.uri !== undefined) throw untold(index)
      views.set(index as number, { index: index as number, at: bin.offset + view.byteOffset, length: view.byteLength })
    }
  }
  return [...views.values()].sort((a, b) => a.at - b.at)
}

const untold = (index: unknown) =>
  new GlbFault({
    word: 'upload.glbPacked',
    params: { path: `bufferViews.${String(index).slice(0, 20)}` },
    message: `The model's bufferViews.${String(index).slice(0, 20)} does not say how much Draco packed into it.`,
  })

/** Reads of places that come one after the other, each byte of the file once at most. */
function throughWindows(read: ReadBytes): ReadBytes {
  let [start, window] = [0, new Uint8Array()]
  return async (at, length) => {
    if (at < start || at + length > start + window.length) {
      start = at
      window = new Uint8Array(await read(at, WINDOW_BYTES))
    }
    return window.subarray(at - start, at - start + length)
  }
}

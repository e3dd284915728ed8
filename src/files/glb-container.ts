import * as v from 'valibot'
import type { ReadBytes } from './byte-reader.ts'
import { brokenGlb, GlbFault, notGltf } from './glb-fault.ts'
import { Gltf } from './gltf-document.ts'
import { type JsonBudget, overJsonBudget } from './json-budget.ts'

/** Header of the container and head of its first chunk (glTF 2.0 §4.4). */
const HEADER_BYTES = 12
const CHUNK_HEAD_BYTES = 8
const MAGIC = 0x46546c67
const JSON_CHUNK = 0x4e4f534a
const BIN_CHUNK = 0x004e4942

/** A document longer than this is refused: parsing it would hold everyone else up. */
export const MOST_JSON_BYTES = 4 * 1024 * 1024

/**
 * What a document may hold besides, for the same reason. An avatar with a hundred clips has 60,000 parts in eight levels,
 * 200,000 values and a hundred different names.
 */
export const JSON_BUDGET: JsonBudget = { parts: 120_000, values: 500_000, levels: 100, names: 1000 }

/** A model taken apart: its document, and where in the file its binary chunk lies (length 0 where it has none). */
export interface GlbParts {
  readonly document: Gltf
  readonly bin: { readonly offset: number; readonly length: number }
}

/**
 * Reads the container's header, the document and the head of the binary chunk, no more. `onRead` hears when the document is
 * read and not parsed yet. Throws GlbFault.
 */
export async function readGlbParts(read: ReadBytes, size: number, onRead: () => void): Promise<GlbParts> {
  const head = viewOf(await read(0, HEADER_BYTES + CHUNK_HEAD_BYTES))
  if (head.byteLength < HEADER_BYTES + CHUNK_HEAD_BYTES) throw brokenGlb('The model ends within its header.')
  if (head.getUint32(0, true) !== MAGIC) throw brokenGlb('The model is not a binary glTF file.')
  if (head.getUint32(4, true) !== 2) throw notGltf('The model is not glTF 2.0.', 'version')
  const stated = head.getUint32(8, true)
  if (stated > size) throw cutOff(stated, size)
  const length = head.getUint32(12, true)
  if (head.getUint32(16, true) !== JSON_CHUNK) throw brokenGlb('The model does not begin with its JSON chunk.')
  // What stands behind the end that the header states belongs to nobody, and is skipped by everyone.
  if (length > stated - HEADER_BYTES - CHUNK_HEAD_BYTES)
    throw brokenGlb("The model's JSON chunk is longer than the file.")
  if (length > MOST_JSON_BYTES)
    throw new GlbFault({
      word: 'upload.glbTooMuchJson',
      sizes: { size: length, max: MOST_JSON_BYTES },
      message: "The model's JSON chunk is larger than 4 MB.",
    })
  const start = HEADER_BYTES + CHUNK_HEAD_BYTES
  const text = await read(start, length)
  onRead()
  const over = overJsonBudget(text, JSON_BUDGET)
  if (over) throw overBudget(over)
  const document = parse(text)
  return { document, bin: await binChunk(read, stated, start + length) }
}

const cutOff = (stated: number, size: number) =>
  new GlbFault({
    word: 'upload.glbCutOff',
    sizes: { size, stated },
    message: `The model says it has ${stated} bytes but it has ${size}.`,
  })

async function binChunk(read: ReadBytes, size: number, at: number): Promise<GlbParts['bin']> {
  if (at + CHUNK_HEAD_BYTES > size) return { offset: at, length: 0 }
  const head = viewOf(await read(at, CHUNK_HEAD_BYTES))
  const length = head.getUint32(0, true)
  const offset = at + CHUNK_HEAD_BYTES
  if (length > size - offset) throw brokenGlb("One of the model's chunks is longer than the file.")
  // Other chunks are an extension's business, and are skipped by everyone who does not know it.
  return head.getUint32(4, true) === BIN_CHUNK ? { offset, length } : { offset, length: 0 }
}

function parse(text: Uint8Array): Gltf {
  let document: unknown
  try {
    document = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(text))
  } catch {
    throw notGltf("The model's JSON chunk is not valid JSON.", 'JSON')
  }
  // The first fault ends it: a list of millions would take all memory.
  const gltf = v.safeParse(Gltf, document, { abortEarly: true })
  if (!gltf.success) {
    const path = v.getDotPath(gltf.issues[0]) ?? 'asset'
    throw notGltf(`The model's JSON is not glTF 2.0: ${path} is wrong.`, path)
  }
  if (!gltf.output.asset.version.startsWith('2.')) throw notGltf('The model is not glTF 2.0.', 'asset.version')
  return gltf.output
}

const TOO_MUCH: Readonly<Record<keyof JsonBudget, { word: string; what: string }>> = {
  parts: { word: 'upload.glbTooMany', what: 'parts' },
  values: { word: 'upload.glbTooManyValues', what: 'values' },
  levels: { word: 'upload.glbTooDeep', what: 'levels' },
  names: { word: 'upload.glbTooManyNames', what: 'different names' },
}

function overBudget(over: keyof JsonBudget): GlbFault {
  const { word, what } = TOO_MUCH[over]
  const max = JSON_BUDGET[over]
  return new GlbFault({ word, params: { max }, message: `The model's JSON chunk holds more than ${max} ${what}.` })
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

import * as v from 'valibot'
import type { ReadBytes } from './byte-reader.ts'
import type { FileProblemKey } from './file-checks.ts'
import { brokenGlbError, GlbError, invalidGltfError } from './glb-error.ts'
import { Gltf } from './gltf-document.ts'
import { JsonError, type JsonErrorReason, parseJson } from './parse-json.ts'

/** Sizes of the container's header and of a chunk header (glTF 2.0 §4.4). */
const HEADER_BYTES = 12
const CHUNK_HEAD_BYTES = 8
const MAGIC = 0x46546c67
const JSON_CHUNK = 0x4e4f534a
const BIN_CHUNK = 0x004e4942

/** Maximum length of a document, in bytes. Parsing a longer document takes too long. */
export const MAX_JSON_BYTES = 4 * 1024 * 1024

/**
 * Limits of a document, because parsing a larger document takes too long. `parts` counts objects and arrays. An avatar with a
 * hundred clips has 60,000 objects and arrays in eight levels, 200,000 values and a hundred different names.
 */
export const GLB_JSON_LIMITS = {
  bytes: MAX_JSON_BYTES,
  parts: 120_000,
  values: 500_000,
  depth: 100,
  names: 1000,
} as const

/** Layout of a model: its document, and the range of its binary chunk in the file (length 0 without one). */
export interface GlbLayout {
  readonly document: Gltf
  readonly bin: { readonly offset: number; readonly length: number }
}

/**
 * Reads only the container's header, the document and the header of the binary chunk. `onRead` is called once the document is
 * read, before it is parsed. Throws GlbError.
 */
export async function readGlbLayout(read: ReadBytes, size: number, onRead: () => void): Promise<GlbLayout> {
  const header = toDataView(await read(0, HEADER_BYTES + CHUNK_HEAD_BYTES))
  if (header.byteLength < HEADER_BYTES + CHUNK_HEAD_BYTES) throw brokenGlbError('The model ends within its header.')
  if (header.getUint32(0, true) !== MAGIC) throw brokenGlbError('The model is not a binary glTF file.')
  if (header.getUint32(4, true) !== 2) throw invalidGltfError('The model is not glTF 2.0.', 'version')
  const statedSize = header.getUint32(8, true)
  if (statedSize > size) throw truncatedGlbError(statedSize, size)
  const length = header.getUint32(12, true)
  if (header.getUint32(16, true) !== JSON_CHUNK) throw brokenGlbError('The model does not begin with its JSON chunk.')
  // Every reader ignores bytes beyond the size that the header states.
  if (length > statedSize - HEADER_BYTES - CHUNK_HEAD_BYTES)
    throw brokenGlbError("The model's JSON chunk is longer than the file.")
  if (length > MAX_JSON_BYTES)
    throw new GlbError({
      word: 'upload.glbTooMuchJson',
      sizes: { size: length, max: MAX_JSON_BYTES },
      message: "The model's JSON chunk is larger than 4 MB.",
    })
  const start = HEADER_BYTES + CHUNK_HEAD_BYTES
  const text = await read(start, length)
  onRead()
  const document = parseGltf(text)
  return { document, bin: await readBinChunk(read, statedSize, start + length) }
}

const truncatedGlbError = (stated: number, size: number) =>
  new GlbError({
    word: 'upload.glbCutOff',
    sizes: { size, stated },
    message: `The model declares ${stated} bytes but has ${size}.`,
  })

async function readBinChunk(read: ReadBytes, size: number, start: number): Promise<GlbLayout['bin']> {
  if (start + CHUNK_HEAD_BYTES > size) return { offset: start, length: 0 }
  const header = toDataView(await read(start, CHUNK_HEAD_BYTES))
  const length = header.getUint32(0, true)
  const offset = start + CHUNK_HEAD_BYTES
  if (length > size - offset) throw brokenGlbError("One of the model's chunks is longer than the file.")
  // Other chunks belong to extensions. Readers skip chunks that they do not know.
  return header.getUint32(4, true) === BIN_CHUNK ? { offset, length } : { offset, length: 0 }
}

function parseGltf(text: Uint8Array): Gltf {
  const document = parseDocument(text)
  // Aborts at the first fault, because a list of millions of faults would exhaust the memory.
  const gltf = v.safeParse(Gltf, document, { abortEarly: true })
  if (!gltf.success) {
    const path = v.getDotPath(gltf.issues[0]) ?? 'asset'
    throw invalidGltfError(`The model's JSON is not glTF 2.0: ${path} is wrong.`, path)
  }
  if (!gltf.output.asset.version.startsWith('2.')) throw invalidGltfError('The model is not glTF 2.0.', 'asset.version')
  return gltf.output
}

function parseDocument(text: Uint8Array): unknown {
  try {
    return parseJson(text, GLB_JSON_LIMITS)
  } catch (error) {
    throw error instanceof JsonError ? toGlbError(error.reason) : error
  }
}

const LIMIT_MESSAGES: Partial<Record<JsonErrorReason, { word: FileProblemKey; what: string }>> = {
  parts: { word: 'upload.glbTooMany', what: 'parts' },
  values: { word: 'upload.glbTooManyValues', what: 'values' },
  depth: { word: 'upload.glbTooDeep', what: 'levels' },
  names: { word: 'upload.glbTooManyNames', what: 'different names' },
}

function toGlbError(reason: JsonErrorReason): GlbError {
  const limit = LIMIT_MESSAGES[reason]
  if (!limit) return invalidGltfError("The model's JSON chunk is not valid JSON.", 'JSON')
  const max = GLB_JSON_LIMITS[reason as keyof typeof GLB_JSON_LIMITS]
  const message = `The model's JSON chunk holds more than ${max} ${limit.what}.`
  return new GlbError({ word: limit.word, params: { max }, message })
}

const toDataView = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

import { GLB_JSON_LIMITS } from '../../src/files/glb-container.ts'
import { parseJson } from '../../src/files/parse-json.ts'
import type { Gltf } from './gltf.ts'

export type RenderErrorCode =
  | 'not_a_glb'
  | 'broken_glb'
  | 'no_meshes'
  | 'unknown_material'
  | 'bad_colour'
  | 'too_costly'

/** Error of this folder's functions: a code for programs and a message for users. */
export class RenderError extends Error {
  override readonly name = 'RenderError'
  readonly code: RenderErrorCode

  constructor(code: RenderErrorCode, message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}

/** Parsed GLB container: the glTF document and its binary chunk, which may be empty. */
export interface Glb {
  json: Gltf
  bin: Uint8Array
}

const MAGIC = 0x46546c67
const JSON_CHUNK = 0x4e4f534a
const BIN_CHUNK = 0x004e4942

/** Parses a GLB 2.0 container. Throws RenderError `not_a_glb` or `broken_glb`. */
export function readGlb(bytes: Uint8Array): Glb {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.byteLength < 20 || view.getUint32(0, true) !== MAGIC) throw new RenderError('not_a_glb', 'Not a GLB file.')
  if (view.getUint32(4, true) !== 2) throw new RenderError('not_a_glb', 'Only GLB version 2 can be read.')
  let json: Gltf | undefined
  let bin = new Uint8Array(0)
  for (let at = 12; at + 8 <= bytes.byteLength; ) {
    const length = view.getUint32(at, true)
    const kind = view.getUint32(at + 4, true)
    const body = bytes.subarray(at + 8, at + 8 + length)
    if (body.byteLength < length) throw new RenderError('broken_glb', 'The GLB file is truncated.')
    if (kind === JSON_CHUNK && !json) json = parse(body)
    else if (kind === BIN_CHUNK && bin.byteLength === 0) bin = new Uint8Array(body)
    at += 8 + length
  }
  if (!json) throw new RenderError('broken_glb', 'The GLB file has no JSON chunk.')
  return { json, bin }
}

export function writeGlb({ json, bin }: Glb): Uint8Array {
  const text = pad(new TextEncoder().encode(JSON.stringify(json)), 0x20)
  const data = pad(bin, 0)
  const total = 12 + 8 + text.byteLength + (data.byteLength > 0 ? 8 + data.byteLength : 0)
  const out = new Uint8Array(total)
  const view = new DataView(out.buffer)
  view.setUint32(0, MAGIC, true)
  view.setUint32(4, 2, true)
  view.setUint32(8, total, true)
  view.setUint32(12, text.byteLength, true)
  view.setUint32(16, JSON_CHUNK, true)
  out.set(text, 20)
  if (data.byteLength > 0) {
    const at = 20 + text.byteLength
    view.setUint32(at, data.byteLength, true)
    view.setUint32(at + 4, BIN_CHUNK, true)
    out.set(data, at + 8)
  }
  return out
}

function parse(body: Uint8Array): Gltf {
  try {
    const json = parseJson(body, GLB_JSON_LIMITS)
    if (typeof json === 'object' && json !== null && 'asset' in json) return json as Gltf
  } catch (cause) {
    throw new RenderError('broken_glb', 'The JSON chunk of the GLB file is not valid JSON.', cause)
  }
  throw new RenderError('broken_glb', 'The JSON chunk of the GLB file is not valid glTF.')
}

function pad(bytes: Uint8Array, filler: number): Uint8Array {
  const out = new Uint8Array(Math.ceil(bytes.byteLength / 4) * 4).fill(filler)
  out.set(bytes)
  return out
}

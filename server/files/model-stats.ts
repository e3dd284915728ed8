import { open } from 'node:fs/promises'
import * as v from 'valibot'
import type { ModelStats } from '../../src/api/contract/assets.ts'
import { Refusal } from '../errors.ts'

const HEADER_BYTES = 20
const JSON_CHUNK = 0x4e4f534a
/** A JSON chunk longer than this is refused: parsing it would hold everyone else up. */
const MOST_JSON_BYTES = 4 * 1024 * 1024

const Index = v.pipe(v.number(), v.integer(), v.minValue(0))
const Count = v.optional(Index)

/** The part of a glTF 2.0 document the counts are taken from. */
const Gltf = v.object({
  asset: v.object({ version: v.string() }),
  meshes: v.optional(
    v.array(
      v.object({
        primitives: v.array(
          v.object({ attributes: v.record(v.string(), Index), indices: Count, mode: v.optional(Index, 4) }),
        ),
      }),
    ),
    [],
  ),
  accessors: v.optional(v.array(v.object({ count: Index })), []),
  textures: v.optional(v.array(v.unknown()), []),
})
type Gltf = v.InferOutput<typeof Gltf>

/** More than any model has, and the most the store's counts can be. */
const MOST_COUNTED = 2 ** 31 - 1

const invalid = (sentence: string) => new Refusal('MODEL_INVALID', sentence)

/**
 * Counts a model's triangles, vertices and textures from the JSON chunk of its GLB; the rest is not read. Throws
 * `MODEL_INVALID` with a sentence that says what is broken.
 */
export async function readModelStats(path: string): Promise<ModelStats> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const { buffer: header, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0)
    if (bytesRead < HEADER_BYTES) throw invalid('The model ends within its header.')
    if (header.readUInt32LE(8) !== size)
      throw invalid(`The model says it has ${header.readUInt32LE(8)} bytes but it has ${size}.`)
    const length = header.readUInt32LE(12)
    if (header.readUInt32LE(16) !== JSON_CHUNK) throw invalid('The model does not begin with its JSON chunk.')
    if (length > size - HEADER_BYTES) throw invalid("The model's JSON chunk is longer than the file.")
    if (length > MOST_JSON_BYTES) throw invalid("The model's JSON chunk is larger than 4 MB.")
    const { buffer: text } = await file.read(Buffer.alloc(length), 0, length, HEADER_BYTES)
    return { ...count(parse(text)), bytes: size }
  } finally {
    await file.close()
  }
}

function parse(text: Uint8Array): Gltf {
  let document: unknown
  try {
    document = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(text))
  } catch {
    throw invalid("The model's JSON chunk is not valid JSON.")
  }
  // The first fault ends it: a list of millions would take all memory.
  const gltf = v.safeParse(Gltf, document, { abortEarly: true })
  if (!gltf.success)
    throw invalid(`The model's JSON is not glTF 2.0: ${v.getDotPath(gltf.issues[0]) ?? 'asset'} is wrong.`)
  if (!gltf.output.asset.version.startsWith('2.')) throw invalid('The model is not glTF 2.0.')
  return gltf.output
}

function count({ meshes, accessors, textures }: Gltf): Omit<ModelStats, 'bytes'> {
  const countOf = (accessor: number) => {
    const found = accessors[accessor]
    if (!found) throw invalid(`The model points at accessor ${accessor}, which it does not have.`)
    return found.count
  }
  const positions = new Set<number>()
  let triangles = 0
  for (const { attributes, indices, mode } of meshes.flatMap((mesh) => mesh.primitives)) {
    const { POSITION: position } = attributes
    if (position === undefined) continue
    positions.add(position)
    triangles += trianglesOf(mode, countOf(indices ?? position))
  }
  const vertices = [...positions].reduce((sum, position) => sum + countOf(position), 0)
  if (Math.max(triangles, vertices) > MOST_COUNTED) throw invalid('The model counts more points than a file can hold.')
  return { triangles, vertices, textures: textures.length }
}

/** Modes of a primitive: 4 triangles, 5 strip, 6 fan; points and lines have none. */
function trianglesOf(mode: number, corners: number): number {
  if (mode === 4) return Math.floor(corners / 3)
  return mode === 5 || mode === 6 ? Math.max(0, corners - 2) : 0
}

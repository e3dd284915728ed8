import { readTriangleIndices } from '../render/geometry.ts'
import { type Glb, RenderError, readGlb } from '../render/glb.ts'
import { MorphError } from './morph-error.ts'

const COMPRESSION_EXTENSIONS = ['KHR_draco_mesh_compression', 'EXT_meshopt_compression', 'KHR_meshopt_compression']

/** Opens a GLB and decompresses Draco and meshopt data. Throws MorphError `UNREADABLE`. */
export async function openGlb(bytes: Uint8Array): Promise<Glb> {
  return withMorphErrors(async () => {
    const glb = readGlb(bytes)
    const used = [...(glb.json.extensionsUsed ?? []), ...(glb.json.extensionsRequired ?? [])]
    if (!used.some((name) => COMPRESSION_EXTENSIONS.includes(name))) return { json: glb.json, bin: glb.bin.slice() }
    const { decompressGlb } = await import('./decompress-glb.ts')
    return readGlb(await decompressGlb(bytes))
  })
}

export async function withMorphErrors<T>(read: () => T | Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof MorphError) throw error
    const message = error instanceof RenderError ? error.message : 'The model cannot be read.'
    throw new MorphError('UNREADABLE', message, undefined, error)
  }
}

export function readTriangles(glb: Glb, primitive: { indices?: number; mode?: number }, vertices: number): Uint32Array {
  const mode = primitive.mode ?? 4
  if (mode < 4) return new Uint32Array(0)
  return readTriangleIndices(glb, primitive, vertices, mode)
}

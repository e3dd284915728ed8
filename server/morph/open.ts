import { triangles } from '../render/geometry.ts'
import { type Glb, RenderError, readGlb } from '../render/glb.ts'
import { MorphFault } from './fault.ts'

const PACKED = ['KHR_draco_mesh_compression', 'EXT_meshopt_compression', 'KHR_meshopt_compression']

/** Opens a GLB; what is packed by Draco or meshopt is unpacked. Throws MorphFault `UNREADABLE`. */
export async function openGlb(bytes: Uint8Array): Promise<Glb> {
  return readable(async () => {
    const glb = readGlb(bytes)
    const used = [...(glb.json.extensionsUsed ?? []), ...(glb.json.extensionsRequired ?? [])]
    if (!used.some((name) => PACKED.includes(name))) return { json: glb.json, bin: glb.bin.slice() }
    const { unpack } = await import('./unpack.ts')
    return readGlb(await unpack(bytes))
  })
}

/** Runs what reads a model, and says in this folder's words when it cannot be read. */
export async function readable<T>(read: () => T | Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (cause) {
    if (cause instanceof MorphFault) throw cause
    const why = cause instanceof RenderError ? cause.message : 'The model cannot be read.'
    throw new MorphFault('UNREADABLE', why, undefined, cause)
  }
}

/** The triangles of a primitive, whichever way it lists them; none for points and lines. */
export function trianglesOf(glb: Glb, primitive: { indices?: number; mode?: number }, vertices: number): Uint32Array {
  const mode = primitive.mode ?? 4
  if (mode < 4) return new Uint32Array(0)
  return triangles(glb, primitive, vertices, mode)
}

import type { ModelStats } from '../../src/api/contract/assets.ts'
import { checkGlb, type GlbVerdict } from '../../src/files/glb-check.ts'
import { Refusal } from '../errors.ts'
import { type InspectModel, inspectHere } from './inspect.ts'

/** Counts a model's triangles, vertices and textures. Throws `MODEL_INVALID` with a sentence that says what is broken. */
export async function readModelStats(path: string, inspect: InspectModel = inspectHere): Promise<ModelStats> {
  return statsOf(await inspect(path))
}

/** The same of a model in memory. */
export async function countModel(glb: Uint8Array): Promise<ModelStats> {
  return statsOf(await checkGlb(async (at, length) => glb.subarray(at, at + length), glb.length))
}

function statsOf({ fault, stats }: GlbVerdict): ModelStats {
  if (fault) throw new Refusal('MODEL_INVALID', fault.message)
  const { triangles, vertices, textures, bytes } = stats
  return { triangles, vertices, textures, bytes }
}

import type { ModelStats } from '../../src/api/contract/assets.ts'
import { checkGlb, type GlbVerdict } from '../../src/files/glb-check.ts'
import { HttpError } from '../errors/http-error.ts'
import { type InspectModel, inspectModelInProcess } from './inspect-model.ts'

/** Counts a model's triangles, vertices and textures. Throws `MODEL_INVALID` with a message that describes the fault. */
export async function readModelStats(path: string, inspect: InspectModel = inspectModelInProcess): Promise<ModelStats> {
  return statsOrThrow(await inspect(path))
}

/** Works as {@link readModelStats} for a model in memory. */
export async function readModelStatsOfBytes(glb: Uint8Array): Promise<ModelStats> {
  return statsOrThrow(await checkGlb(async (at, length) => glb.subarray(at, at + length), glb.length))
}

function statsOrThrow({ fault, stats }: GlbVerdict): ModelStats {
  if (fault) throw new HttpError('MODEL_INVALID', fault.message)
  const { triangles, vertices, textures, bytes } = stats
  return { triangles, vertices, textures, bytes }
}

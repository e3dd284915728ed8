import type { ModelStats } from '../../src/api/contract/assets.ts'
import { Refusal } from '../errors.ts'
import { type InspectModel, inspectHere } from './check-arrived.ts'

/** Counts a model's triangles, vertices and textures. Throws `MODEL_INVALID` with a sentence that says what is broken. */
export async function readModelStats(path: string, inspect: InspectModel = inspectHere): Promise<ModelStats> {
  const { fault, stats } = await inspect(path)
  if (fault) throw new Refusal('MODEL_INVALID', fault.message)
  const { triangles, vertices, textures, bytes } = stats
  return { triangles, vertices, textures, bytes }
}

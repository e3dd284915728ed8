import { stat } from 'node:fs/promises'
import { checkGlb, type GlbVerdict } from '../../src/files/glb-check.ts'
import { createFileReader } from './file-reader.ts'

/**
 * Checks a local model, scheduled for its `owner`. Rejects where that takes too long or too much memory, and with `UNAVAILABLE`
 * where too many jobs of the owner are queued.
 */
export type InspectModel = (path: string, owner?: string) => Promise<GlbVerdict>

/** Checks a model in the current process. */
export const inspectModelInProcess: InspectModel = async (path) =>
  checkGlb(createFileReader(path), (await stat(path)).size)

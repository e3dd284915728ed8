import { stat } from 'node:fs/promises'
import { checkGlb, type GlbVerdict } from '../../src/files/glb-check.ts'
import { createFileReader } from './file-reader.ts'

/**
 * Checks a local model. Checks are scheduled by `owner`. Rejects if the check exceeds its time or memory, and with `UNAVAILABLE`
 * if too many checks of the owner are queued.
 */
export type InspectModel = (path: string, owner?: string) => Promise<GlbVerdict>

export const inspectModelInProcess: InspectModel = async (path) =>
  checkGlb(createFileReader(path), (await stat(path)).size)

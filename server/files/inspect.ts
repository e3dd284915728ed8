import { stat } from 'node:fs/promises'
import { checkGlb, type GlbVerdict } from '../../src/files/glb-check.ts'
import { readerOf } from './file-reader.ts'

/**
 * Checks a model that lies on this machine, in the turn of its `owner`. Rejects where that took too long or too much memory,
 * and with `UNAVAILABLE` where too many of the owner's wait.
 */
export type InspectModel = (path: string, owner?: string) => Promise<GlbVerdict>

/** Checks a model in the process that asks. */
export const inspectHere: InspectModel = async (path) => checkGlb(readerOf(path), (await stat(path)).size)

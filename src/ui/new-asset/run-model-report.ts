import { validateBytes } from 'gltf-validator'
import { validateAndCount } from '../../files/count-findings.ts'
import { type ModelReport, summarizeReport } from '../../files/model-report.ts'

/** Bytes per read. */
const SLICE_BYTES = 4 * 1024 * 1024

/** Runs the Khronos validator over a whole model. `onProgress` receives the fraction read, from 0 to 1. */
export async function runModelReport(file: Blob, onProgress: (share: number) => void): Promise<ModelReport> {
  const bytes = new Uint8Array(file.size)
  for (let at = 0; at < file.size; at += SLICE_BYTES) {
    const end = Math.min(at + SLICE_BYTES, file.size)
    bytes.set(new Uint8Array(await file.slice(at, end).arrayBuffer()), at)
    onProgress(end / file.size)
  }
  return summarizeReport(await validateAndCount(validateBytes, bytes))
}

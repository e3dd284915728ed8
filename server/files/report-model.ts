import { readFile } from 'node:fs/promises'
import { isUsableModel, type ModelReport, summarizeReport } from '../../src/files/model-report.ts'
import { loadGltfValidator } from './gltf-validator.ts'

/**
 * Creates the Khronos validator's report of a local model, scheduled for its `owner`. Rejects where the validator fails or times
 * out, and with `UNAVAILABLE` where too many jobs of the owner are queued.
 */
export type ReportModel = (path: string, owner?: string) => Promise<VersionedModelReport>

/** A report, the validator's version, and whether the model can be stored, rendered and exported. */
export type VersionedModelReport = ModelReport & { validatorVersion: string; isUsable: boolean }

/** Creates the report in the current process. */
export const reportModelInProcess: ReportModel = async (path) => {
  const { validate, version } = loadGltfValidator()
  const report = await validate(new Uint8Array(await readFile(path)))
  return { ...summarizeReport(report), validatorVersion: version(), isUsable: isUsableModel(report) }
}

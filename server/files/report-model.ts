import { readFile } from 'node:fs/promises'
import { isUsableModel, type ModelReport, summarizeReport } from '../../src/files/model-report.ts'
import { loadGltfValidator } from './gltf-validator.ts'

/**
 * Creates the Khronos validator's report of a local model. Reports are scheduled by `owner`. Rejects if the validator fails or
 * times out, and with `UNAVAILABLE` if too many jobs of the owner are queued.
 */
export type ReportModel = (path: string, owner?: string) => Promise<VersionedModelReport>

export type VersionedModelReport = ModelReport & { validatorVersion: string; isUsable: boolean }

export const reportModelInProcess: ReportModel = async (path) => {
  const { validate, version } = loadGltfValidator()
  const report = await validate(new Uint8Array(await readFile(path)))
  return { ...summarizeReport(report), validatorVersion: version(), isUsable: isUsableModel(report) }
}

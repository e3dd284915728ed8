import { readFile } from 'node:fs/promises'
import validator from 'gltf-validator'
import { type ModelReport, readReport, type ValidatorReport } from '../../src/machines/rules/model-report.ts'

/** The validator stops at so many findings. */
const MOST_FINDINGS = 20_000

/**
 * The Khronos validator's report of a model on this machine, made in the turn of its `owner`. Rejects where it cannot be
 * made, or not in time, and with `UNAVAILABLE` where too many of the owner's wait.
 */
export type ReportModel = (path: string, owner?: string) => Promise<ModelReport & { validatorVersion: string }>

/** Makes the report in the process that asks. */
export const reportHere: ReportModel = async (path) => {
  const bytes = new Uint8Array(await readFile(path))
  const options = { format: 'glb' as const, writeTimestamp: false, maxIssues: MOST_FINDINGS }
  const report: ValidatorReport = await validator.validateBytes(bytes, options)
  return { ...readReport(report), validatorVersion: validator.version() }
}

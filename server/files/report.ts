import { readFile } from 'node:fs/promises'
import validator from 'gltf-validator'
import {
  isUsable,
  type ModelReport,
  NORMALISATION,
  readReport,
  type ValidatorReport,
} from '../../src/machines/rules/model-report.ts'

/** The validator stops at so many findings. */
const MOST_FINDINGS = 20_000

/**
 * The Khronos validator's report of a model on this machine, made in the turn of its `owner`. Rejects where it cannot be
 * made, or not in time, and with `UNAVAILABLE` where too many of the owner's wait.
 */
export type ReportModel = (path: string, owner?: string) => Promise<MadeReport>

/** A report, which version of the validator made it, and whether the model can be kept, drawn and exported. */
export type MadeReport = ModelReport & { validatorVersion: string; isUsable: boolean }

/** Makes the report in the process that asks. */
export const reportHere: ReportModel = async (path) => {
  const bytes = new Uint8Array(await readFile(path))
  const options = { format: 'glb' as const, writeTimestamp: false, maxIssues: MOST_FINDINGS }
  const report: ValidatorReport = await validator.validateBytes(bytes, options)
  // Where the validator stopped early, the grave errors may stand behind the others.
  const grave: ValidatorReport = report.issues.truncated
    ? await validator.validateBytes(bytes, { ...options, ignoredIssues: NORMALISATION })
    : report
  return { ...readReport(report), validatorVersion: validator.version(), isUsable: isUsable(grave) }
}

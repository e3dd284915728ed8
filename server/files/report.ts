import { readFile } from 'node:fs/promises'
import { isUsable, type ModelReport, readReport } from '../../src/files/model-report.ts'
import { loadValidator } from './validator.ts'

/**
 * The Khronos validator's report of a model on this machine, made in the turn of its `owner`. Rejects where it cannot be
 * made, or not in time, and with `UNAVAILABLE` where too many of the owner's wait.
 */
export type ReportModel = (path: string, owner?: string) => Promise<MadeReport>

/** A report, which version of the validator made it, and whether the model can be kept, drawn and exported. */
export type MadeReport = ModelReport & { validatorVersion: string; isUsable: boolean }

/** Makes the report in the process that asks. */
export const reportHere: ReportModel = async (path) => {
  const { validate, version } = loadValidator()
  const report = await validate(new Uint8Array(await readFile(path)))
  return { ...readReport(report), validatorVersion: version(), isUsable: isUsable(report) }
}

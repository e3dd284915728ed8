import type { GlbVerdict } from '../../src/machines/rules/glb-check.ts'
import { createThread, type Thread } from '../thread.ts'
import type { InspectModel } from './check-arrived.ts'
import type { ReportModel } from './report.ts'

/** What a thread for models is asked: our own check, or the validator's report. */
export interface ModelJob {
  readonly what: 'inspect' | 'report'
  readonly path: string
}

/** How long a check and a report may take, in milliseconds, and how much memory, in MB. */
const INSPECT_MS = 10_000
const REPORT_MS = 20_000
const MOST_MB = 512

/** Looks at models in threads of their own: checks do not wait for reports. */
export interface Models {
  inspect: InspectModel
  report: ReportModel
  stop(): Promise<void>
}

/** Makes the threads; they start when they are first needed. */
export function createModels(reportMs: number = REPORT_MS): Models {
  const script = new URL('./model-worker.ts', import.meta.url)
  const checks: Thread<ModelJob, GlbVerdict> = createThread({ script, mostMs: INSPECT_MS, mostMb: MOST_MB })
  const reports: Thread<ModelJob, Awaited<ReturnType<ReportModel>>> = createThread({
    script,
    mostMs: reportMs,
    mostMb: MOST_MB,
  })
  return {
    inspect: (path) => checks.run({ what: 'inspect', path }),
    report: (path) => reports.run({ what: 'report', path }),
    async stop() {
      await Promise.all([checks.stop(), reports.stop()])
    },
  }
}

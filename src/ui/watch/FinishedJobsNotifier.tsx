import { useState } from 'react'
import type { Job } from '../../api/contract/jobs.ts'
import { lazyComponent } from '../kit/loading/lazy-module.ts'
import { useFinishedJobs } from './use-finished-jobs.ts'

const FinishedToasts = lazyComponent(async () => (await import('./FinishedJobToasts.tsx')).FinishedJobToasts)

/** Toasts for finished jobs that the user started in this tab. The toasts' code is loaded when the first job finishes. */
export function FinishedJobsNotifier() {
  const [finished, setFinished] = useState<readonly (readonly Job[])[]>([])
  useFinishedJobs((jobs) => setFinished((groups) => [...groups, jobs]))
  return finished.length > 0 && <FinishedToasts finished={finished} />
}

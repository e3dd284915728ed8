import { useState } from 'react'
import type { Job } from '../../api/contract/jobs.ts'
import { shownPart } from '../kit/part.ts'
import { useFinished } from './use-finished.ts'

const FinishedToasts = shownPart(async () => (await import('./FinishedToasts.tsx')).FinishedToasts)

/** Tells what became of the jobs that the person asked for in this tab; what shows it is fetched once there is something to tell. */
export function FinishedJobs() {
  const [finished, setFinished] = useState<readonly (readonly Job[])[]>([])
  useFinished((jobs) => setFinished((before) => [...before, jobs]))
  return finished.length > 0 && <FinishedToasts finished={finished} />
}

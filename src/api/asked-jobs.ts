import type { AskedJobs } from './contract/jobs.ts'
import type { Http } from './http.ts'

/** What an answer may tell of a job: it is one, it has one, or it names one. */
interface MayTell {
  id?: unknown
  attempts?: unknown
  status?: unknown
  job?: MayTell
  jobId?: unknown
}

/** Makes {@link AskedJobs} out of the answers to whatever is not merely read; what nobody hears yet is told to the first that listens. */
export function createAskedJobs(send: Http): { http: Http; askedJobs: AskedJobs } {
  const untold = new Map<string, boolean>()
  const listeners = new Set<(id: string, isAlive: boolean) => void>()
  const tell = (id: string, isAlive: boolean) => {
    if (listeners.size === 0) untold.set(id, isAlive)
    for (const listener of listeners) listener(id, isAlive)
  }
  return {
    http: async (call) => {
      const answer = await send(call)
      if (call.endpoint.method !== 'GET' && typeof answer === 'object' && answer !== null) {
        const { jobId, job = answer as MayTell } = answer as MayTell
        if (typeof jobId === 'string') tell(jobId, true)
        else if (typeof job.id === 'string' && typeof job.attempts === 'number')
          tell(job.id, job.status === 'queued' || job.status === 'running')
      }
      return answer
    },
    askedJobs: (listener) => {
      listeners.add(listener)
      for (const [id, isAlive] of untold) listener(id, isAlive)
      untold.clear()
      return () => void listeners.delete(listener)
    },
  }
}

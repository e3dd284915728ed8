import type { ListenToLocalJobs } from './contract/jobs.ts'
import type { HttpClient } from './http.ts'

/** Response that may concern a job: it is a job, contains a `job`, or has a `jobId`. */
interface JobLikeResponse {
  id?: unknown
  attempts?: unknown
  status?: unknown
  job?: JobLikeResponse
  jobId?: unknown
}

/**
 * Creates {@link ListenToLocalJobs} from the responses to all calls except reads. Notifications without a listener are buffered
 * for the first listener.
 */
export function trackLocalJobs(send: HttpClient): { http: HttpClient; localJobs: ListenToLocalJobs } {
  const buffered = new Map<string, boolean>()
  const listeners = new Set<(id: string, isAlive: boolean) => void>()
  const notify = (id: string, isAlive: boolean) => {
    if (listeners.size === 0) buffered.set(id, isAlive)
    for (const listener of listeners) listener(id, isAlive)
  }
  return {
    http: async (call) => {
      const response = await send(call)
      if (call.endpoint.method !== 'GET' && typeof response === 'object' && response !== null) {
        const { jobId, job = response as JobLikeResponse } = response as JobLikeResponse
        if (typeof jobId === 'string') notify(jobId, true)
        else if (typeof job.id === 'string' && typeof job.attempts === 'number')
          notify(job.id, job.status === 'queued' || job.status === 'running')
      }
      return response
    },
    localJobs: (listener) => {
      listeners.add(listener)
      for (const [id, isAlive] of buffered) listener(id, isAlive)
      buffered.clear()
      return () => void listeners.delete(listener)
    },
  }
}

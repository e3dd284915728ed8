import { useEffect, useEffectEvent, useState } from 'react'
import { fromPromise } from 'xstate'
import { ApiError } from '../../api/contract/errors.ts'
import type { Job } from '../../api/contract/jobs.ts'
import { jobWatchMachine, type PolledJobs } from '../../machines/watch/job-watch.machine.ts'
import { type ShellCalls, useAtelier } from '../context.ts'
import { useMachineActor } from '../use-machine-actor.ts'

/** Maximum number of jobs polled concurrently. Further jobs are polled when these have ended. */
const MAX_FOLLOWED_JOBS = 10

/** Reports the jobs that the user started in this tab once all of them have ended. */
export function useFinishedJobs(onFinished: (jobs: readonly Job[]) => void): void {
  const { shellCalls, localJobs } = useAtelier()
  const readSnapshot = useEffectEvent((ids: readonly string[], signal: AbortSignal) =>
    shellCalls ? readJobs(shellCalls, ids, signal) : Promise.resolve({ jobs: [], deletedIds: ids }),
  )
  const [machine] = useState(() =>
    jobWatchMachine.provide({
      actors: { readJobs: fromPromise(({ input, signal }) => readSnapshot(input.ids, signal)) },
    }),
  )
  const actor = useMachineActor(machine)
  useEffect(
    () => localJobs?.((id, isAlive) => actor.send({ type: isAlive ? 'job.started' : 'job.ended', id })),
    [actor, localJobs],
  )
  const onJobsFinished = useEffectEvent(onFinished)
  useEffect(() => {
    const { unsubscribe } = actor.on('jobs.finished', ({ jobs }) => onJobsFinished(jobs))
    return unsubscribe
  }, [actor])
}

/** Polls jobs. Distinguishes a deleted job (404) from a failed request. */
async function readJobs({ jobs }: ShellCalls, ids: readonly string[], signal: AbortSignal): Promise<PolledJobs> {
  const snapshot: { jobs: Job[]; deletedIds: string[] } = { jobs: [], deletedIds: [] }
  const readJob = (id: string) =>
    jobs.get({ id }, { signal }).then(
      (job) => void snapshot.jobs.push(job),
      (error: unknown) => {
        if (!(error instanceof ApiError) || error.status !== 404) throw error
        snapshot.deletedIds.push(id)
      },
    )
  await Promise.all(ids.slice(0, MAX_FOLLOWED_JOBS).map(readJob))
  return snapshot
}

import { useEffect, useEffectEvent, useState } from 'react'
import { fromPromise } from 'xstate'
import { ApiError } from '../../api/contract/errors.ts'
import type { Job } from '../../api/contract/jobs.ts'
import { finishedMachine, type JobsRead } from '../../machines/finished.machine.ts'
import { type FrameCalls, useAtelier } from '../context.ts'
import { useMachineActor } from '../machine.ts'

/** How many jobs are looked after at once: the rest is when these are over. */
const AT_ONCE = 10

/** Hears what became of the jobs that were asked for here, once all have ended. */
export function useFinished(onFinished: (jobs: readonly Job[]) => void): void {
  const { calls, askedJobs } = useAtelier()
  const read = useEffectEvent((ids: readonly string[], signal: AbortSignal) =>
    calls ? readJobs(calls, ids, signal) : Promise.resolve({ jobs: [], gone: ids }),
  )
  const [machine] = useState(() =>
    finishedMachine.provide({ actors: { readJobs: fromPromise(({ input, signal }) => read(input.ids, signal)) } }),
  )
  const actor = useMachineActor(machine)
  useEffect(
    () => askedJobs?.((id, isAlive) => actor.send({ type: isAlive ? 'job.asked' : 'job.ended', id })),
    [actor, askedJobs],
  )
  const finished = useEffectEvent(onFinished)
  useEffect(() => {
    const { unsubscribe } = actor.on('jobs.finished', ({ jobs }) => finished(jobs))
    return unsubscribe
  }, [actor])
}

/** Asks how jobs stand; one that is there no more is told apart from one that cannot be asked about. */
async function readJobs({ jobs }: FrameCalls, ids: readonly string[], signal: AbortSignal): Promise<JobsRead> {
  const read: { jobs: Job[]; gone: string[] } = { jobs: [], gone: [] }
  const ask = (id: string) =>
    jobs.get({ id }, { signal }).then(
      (job) => void read.jobs.push(job),
      (error: unknown) => {
        if (!(error instanceof ApiError) || error.status !== 404) throw error
        read.gone.push(id)
      },
    )
  await Promise.all(ids.slice(0, AT_ONCE).map(ask))
  return read
}

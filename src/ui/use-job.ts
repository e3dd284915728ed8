import { useSelector } from '@xstate/react'
import { useEffect, useEffectEvent, useState } from 'react'
import { fromPromise } from 'xstate'
import type { Job } from '../api/contract/jobs.ts'
import { jobMachine } from '../machines/watch/job.machine.ts'
import { useMachineActor } from './use-machine-actor.ts'

export interface JobOptions {
  /** Starts the job. Resolves with `null` if the result exists already, or if another user's job is producing it. */
  start: (task: string, signal: AbortSignal) => Promise<Job | null>
  read: (id: string, signal: AbortSignal) => Promise<Job>
  onEnd: () => void
}

export interface RunningJob {
  start: (task: string) => void
  task: string
  isBusy: boolean
  /** Progress from 0 to 1; undefined until known. */
  progress: number | undefined
  /** Failure reason from the server, in English. */
  reason: string | undefined
  /** Error of starting or polling the job; `null` if none. */
  error: unknown
}

/** Starts a job and polls it until it ends, while the view is mounted. */
export function useJob(options: JobOptions): RunningJob {
  const startTask = useEffectEvent(options.start)
  const readJob = useEffectEvent(options.read)
  const onEnd = useEffectEvent(options.onEnd)
  const [machine] = useState(() =>
    jobMachine.provide({
      actors: {
        startTask: fromPromise(({ input, signal }) => startTask(input.task, signal)),
        readJob: fromPromise(({ input, signal }) => readJob(input.id, signal)),
      },
    }),
  )
  const actor = useMachineActor(machine)
  useEffect(() => {
    const subscription = actor.on('task.ended', () => onEnd())
    return () => subscription.unsubscribe()
  }, [actor])
  const { task, job, error } = useSelector(actor, ({ context }) => context)
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  return {
    start: (newTask) => actor.send({ type: 'task.requested', task: newTask }),
    task,
    isBusy,
    progress: job?.progress,
    reason: job?.status === 'failed' ? job.error : undefined,
    error,
  }
}

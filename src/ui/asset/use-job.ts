import { useSelector } from '@xstate/react'
import { useEffect, useEffectEvent, useState } from 'react'
import { fromPromise } from 'xstate'
import type { Job } from '../../api/contract/jobs.ts'
import { jobMachine } from '../../machines/job.machine.ts'
import { useMachineActor } from '../machine.ts'

/** How work of the server is begun and followed, and who is told of its end. */
export interface JobOptions {
  /** `null`: it is there already, or somebody else's to follow. */
  begin: (task: string, signal: AbortSignal) => Promise<Job | null>
  read: (id: string, signal: AbortSignal) => Promise<Job>
  onEnd: () => void
}

/** Work of the server, begun here. */
export interface RunningJob {
  begin: (task: string) => void
  /** What it was begun for last. */
  task: string
  isBusy: boolean
  /** 0..1; undefined until it is known. */
  progress: number | undefined
  /** The server's own sentence, in English: why it failed. */
  reason: string | undefined
  /** Why it was not begun, or could not be followed; `null`: nothing failed. */
  error: unknown
}

/** Begins work of the server and follows it to its end, for as long as the view is shown. */
export function useJob(options: JobOptions): RunningJob {
  const begin = useEffectEvent(options.begin)
  const read = useEffectEvent(options.read)
  const tellEnd = useEffectEvent(options.onEnd)
  const [machine] = useState(() =>
    jobMachine.provide({
      actors: {
        beginTask: fromPromise(({ input, signal }) => begin(input.task, signal)),
        readJob: fromPromise(({ input, signal }) => read(input.id, signal)),
      },
    }),
  )
  const actor = useMachineActor(machine)
  useEffect(() => {
    const subscription = actor.on('task.ended', () => tellEnd())
    return () => subscription.unsubscribe()
  }, [actor])
  const { task, job, error } = useSelector(actor, ({ context }) => context)
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  return {
    begin: (wanted) => actor.send({ type: 'task.requested', task: wanted }),
    task,
    isBusy,
    progress: job?.progress,
    reason: job?.status === 'failed' ? job.error : undefined,
    error,
  }
}

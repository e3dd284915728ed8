import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { uuidv7 } from 'uuidv7'
import { fromPromise } from 'xstate'
import { queueMachine } from '../../machines/queue.machine.ts'
import type { IdsKeeper } from '../form/draft.ts'
import { useMachineActor } from '../machine.ts'

/** Runs the queue of new assets and keeps which they are beyond a reload. */
export function useQueue(ids: IdsKeeper) {
  const [machine] = useState(() => queueMachine.provide({ actors: { readQueue: fromPromise(() => ids.read()) } }))
  const actor = useMachineActor(machine)
  const isRestoring = useSelector(actor, (snapshot) => snapshot.matches('restoring'))
  const entries = useSelector(actor, ({ context }) => context.entries)
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  useEffect(() => {
    let written = ''
    const subscription = actor.subscribe(({ context }) => {
      const open = context.entries.filter(({ state }) => state !== 'made').map(({ id }) => id)
      if (open.join() === written) return
      written = open.join()
      ids.write(open)
    })
    return () => subscription.unsubscribe()
  }, [actor, ids])
  const add = (files: readonly File[]) =>
    actor.send({ type: 'models.added', models: files.map((file) => ({ id: uuidv7(), file })) })
  return { actor, entries, isRestoring, isBusy, add }
}

/** A running queue, as {@link useQueue} gives it. */
export type Queue = ReturnType<typeof useQueue>

import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { fromPromise } from 'xstate'
import { previewMachine } from '../../machines/preview.machine.ts'
import type { Row } from '../../machines/rules/paging.ts'
import { useMachineActor } from '../machine.ts'

/** Whether the model of a row is to be drawn: people stay at it, and what the viewer needs was fetched by `learn`. */
export function usePreview(row: Row, learn: () => Promise<unknown>): boolean {
  const [machine] = useState(() =>
    previewMachine.provide({
      actors: {
        prepare: fromPromise(async (): Promise<void> => {
          await learn()
        }),
      },
    }),
  )
  const actor = useMachineActor(machine, { input: { row } })
  useEffect(() => actor.send({ type: 'row.reached', row }), [actor, row])
  return useSelector(actor, (snapshot) => snapshot.hasTag('drawn') && snapshot.context.row.id === row.id)
}

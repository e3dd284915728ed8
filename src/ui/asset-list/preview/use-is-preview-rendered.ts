import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { fromPromise } from 'xstate'
import { previewMachine } from '../../../machines/asset/preview.machine.ts'
import type { Row } from '../../../machines/list/paging.ts'
import { useMachineActor } from '../../use-machine-actor.ts'

/** Returns whether to show the model of a row: the user has stayed on the row, and the messages are loaded. */
export function useIsPreviewRendered(row: Row, loadMessages: () => Promise<unknown>): boolean {
  const [machine] = useState(() =>
    previewMachine.provide({
      actors: {
        prepareViewer: fromPromise(async (): Promise<void> => {
          await loadMessages()
        }),
      },
    }),
  )
  const actor = useMachineActor(machine, { input: { row } })
  useEffect(() => actor.send({ type: 'row.changed', row }), [actor, row])
  return useSelector(actor, (snapshot) => snapshot.hasTag('modelShown') && snapshot.context.row.id === row.id)
}

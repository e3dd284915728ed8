import { useSelector } from '@xstate/react'
import { startTransition, useEffect, useState } from 'react'
import { queryAhead } from '../../machines/rules/listing.ts'
import type { Row } from '../../machines/rules/paging.ts'
import type { ListActor } from './list-actor.ts'

/**
 * The rows of the page behind the one that is looked at, where they are held once the list rests: to be drawn before somebody
 * asks for them.
 */
export function useRowsAhead<R extends Row>(actor: ListActor<R>): readonly R[] | undefined {
  const [ahead, setAhead] = useState<readonly R[]>()
  const rests = useSelector(actor, (snapshot) =>
    snapshot.matches({ load: { success: 'resting' } }) || snapshot.matches({ load: { success: 'ageing' } })
      ? snapshot.context.shown
      : undefined,
  )
  useEffect(() => {
    const { context } = actor.getSnapshot()
    if (rests === undefined || context.paging !== 'pager' || !context.hasNextPage) return
    const held = context.heldOf?.(queryAhead(context))?.data as readonly R[] | undefined
    // Nobody waits for it: whatever somebody does meanwhile comes first.
    startTransition(() => setAhead(held))
  }, [rests, actor])
  return ahead
}

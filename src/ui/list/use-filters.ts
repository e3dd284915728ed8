import { useEffect } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { Filter } from '../../api/contract/list.ts'
import { filtersMachine } from '../../machines/filters.machine.ts'
import { useMachineActor } from '../machine.ts'
import { useMoment } from '../moment.ts'

/** Runs the All Filters overlay; `onApply` hears the draft once it is applied. */
export function useFilters(onApply: (filter: Filter) => void): ActorRefFrom<typeof filtersMachine> {
  const actor = useMachineActor(filtersMachine, { id: 'all filters' })
  useEffect(() => {
    const subscription = actor.on('draft.applied', ({ filter }) => onApply(filter))
    return () => subscription.unsubscribe()
  }, [actor, onApply])
  return useMoment(actor)
}

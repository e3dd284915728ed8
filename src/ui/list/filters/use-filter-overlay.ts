import { useEffect } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { Filter } from '../../../api/contract/list.ts'
import { filtersMachine } from '../../../machines/filters/filters.machine.ts'
import { useTimeTravel } from '../../time-travel.ts'
import { useMachineActor } from '../../use-machine-actor.ts'

/** Runs the machine of the All Filters overlay. `onApply` receives the filter that the user applies. */
export function useFilterOverlay(onApply: (filter: Filter) => void): ActorRefFrom<typeof filtersMachine> {
  const actor = useMachineActor(filtersMachine, { id: 'all filters' })
  useEffect(() => {
    const subscription = actor.on('draft.applied', ({ filter }) => onApply(filter))
    return () => subscription.unsubscribe()
  }, [actor, onApply])
  return useTimeTravel(actor)
}

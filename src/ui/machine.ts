import { useActorRef } from '@xstate/react'
import { useCallback, useLayoutEffect } from 'react'
import { type AnyActorRef, createActor } from 'xstate'
import { useAtelier } from './context.ts'

/** XState's `useActorRef`, entered where whoever inspects the app finds it. Views start their machines by this alone. */
export const useMachineActor: typeof useActorRef = (machine, ...[options]) => {
  // biome-ignore lint/suspicious/noExplicitAny: which options a machine must be given is checked where this is called
  const actor = useActorRef<any>(machine, options)
  useWatched(actor)
  return actor
}

/** Enters a machine of the view where whoever inspects the app finds it: before it starts, which is an effect of the other kind. */
export function useWatched(actor: AnyActorRef): void {
  const { watch } = useAtelier()
  useLayoutEffect(() => watch?.(actor), [watch, actor])
}

/** XState's `createActor` for what outlives the view that begins it, entered where whoever inspects the app finds it. */
export function useCreateActor(): typeof createActor {
  const { watch } = useAtelier()
  return useCallback(
    (logic, ...[options]) => {
      // biome-ignore lint/suspicious/noExplicitAny: as above
      const actor = createActor<any>(logic, options)
      watch?.(actor)
      return actor
    },
    [watch],
  )
}

import { useActorRef } from '@xstate/react'
import { useCallback } from 'react'
import { createActor } from 'xstate'
import { useAtelier } from './context.ts'

/** XState's `useActorRef`, told to whoever inspects the app. Views start their machines by this alone. */
export const useMachineActor: typeof useActorRef = (machine, ...[options]) => {
  const { inspect } = useAtelier()
  // biome-ignore lint/suspicious/noExplicitAny: which options a machine must be given is checked where this is called
  return useActorRef<any>(machine, { ...options, ...(inspect && { inspect }) })
}

/** XState's `createActor` for what outlives the view that begins it, told to whoever inspects the app. */
export function useCreateActor(): typeof createActor {
  const { inspect } = useAtelier()
  return useCallback(
    (logic, ...[options]) =>
      // biome-ignore lint/suspicious/noExplicitAny: as above
      createActor<any>(logic, { ...options, ...(inspect && { inspect }) }),
    [inspect],
  )
}

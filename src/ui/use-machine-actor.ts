import { useActorRef } from '@xstate/react'
import { useCallback, useLayoutEffect } from 'react'
import { type AnyActorRef, createActor } from 'xstate'
import { useAtelier } from './context.ts'

/** Wraps XState's `useActorRef` and registers the machine with the inspector. Views must start machines only with this hook. */
export const useMachineActor: typeof useActorRef = (machine, ...[options]) => {
  // biome-ignore lint/suspicious/noExplicitAny: the options a machine requires are checked at the call site
  const actor = useActorRef<any>(machine, options)
  useRegisterActor(actor)
  return actor
}

/** Registers a view's machine with the inspector. Uses a layout effect, to run before the machine starts in a passive effect. */
export function useRegisterActor(actor: AnyActorRef): void {
  const { registerActor } = useAtelier()
  useLayoutEffect(() => registerActor?.(actor), [registerActor, actor])
}

/** Returns a `createActor` for machines that outlive their view. Registers each actor with the inspector. */
export function useCreateActor(): typeof createActor {
  const { registerActor } = useAtelier()
  return useCallback(
    (logic, ...[options]) => {
      // biome-ignore lint/suspicious/noExplicitAny: the options a machine requires are checked at the call site
      const actor = createActor<any>(logic, options)
      registerActor?.(actor)
      return actor
    },
    [registerActor],
  )
}

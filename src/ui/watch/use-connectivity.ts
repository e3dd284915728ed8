import { useSelector } from '@xstate/react'
import { useEffect, useEffectEvent, useState } from 'react'
import { fromPromise } from 'xstate'
import { connectivityMachine } from '../../machines/watch/connectivity.machine.ts'
import { useAtelier } from '../context.ts'
import { useMachineActor } from '../use-machine-actor.ts'

/** Returns whether the browser is offline or the service unreachable; `null` if neither. */
export function useConnectivity(): 'offline' | 'unreachable' | null {
  const { connectivity } = useAtelier()
  const probe = useEffectEvent(async (signal: AbortSignal) => connectivity?.probe(signal))
  const [machine] = useState(() =>
    connectivityMachine.provide({ actors: { probeService: fromPromise(({ signal }) => probe(signal)) } }),
  )
  const actor = useMachineActor(machine)
  useEffect(() => {
    const onOffline = () => actor.send({ type: 'browser.wentOffline' })
    const onOnline = () => actor.send({ type: 'browser.cameOnline' })
    const unsubscribe = connectivity?.subscribe((isReachable) =>
      actor.send({ type: isReachable ? 'response.received' : 'call.failed' }),
    )
    if (!navigator.onLine) onOffline()
    addEventListener('offline', onOffline)
    addEventListener('online', onOnline)
    return () => {
      unsubscribe?.()
      removeEventListener('offline', onOffline)
      removeEventListener('online', onOnline)
    }
  }, [actor, connectivity])
  return useSelector(actor, (snapshot) =>
    snapshot.matches('offline') ? 'offline' : snapshot.hasTag('unreachable') ? 'unreachable' : null,
  )
}

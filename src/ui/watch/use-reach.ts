import { useSelector } from '@xstate/react'
import { useEffect, useEffectEvent, useState } from 'react'
import { fromPromise } from 'xstate'
import { reachMachine } from '../../machines/reach.machine.ts'
import { useAtelier } from '../context.ts'
import { useMachineActor } from '../machine.ts'

/** Whether the browser is offline, or the service out of reach; `null` where all is well. */
export function useReach(): 'offline' | 'away' | null {
  const { reach } = useAtelier()
  const probe = useEffectEvent(async (signal: AbortSignal) => reach?.probe(signal))
  const [machine] = useState(() =>
    reachMachine.provide({ actors: { probe: fromPromise(({ signal }) => probe(signal)) } }),
  )
  const actor = useMachineActor(machine)
  useEffect(() => {
    const offline = () => actor.send({ type: 'browser.wentOffline' })
    const online = () => actor.send({ type: 'browser.cameOnline' })
    const stop = reach?.hear((isAnswered) => actor.send({ type: isAnswered ? 'try.answered' : 'try.failed' }))
    if (!navigator.onLine) offline()
    addEventListener('offline', offline)
    addEventListener('online', online)
    return () => {
      stop?.()
      removeEventListener('offline', offline)
      removeEventListener('online', online)
    }
  }, [actor, reach])
  return useSelector(actor, (snapshot) =>
    snapshot.matches('offline') ? 'offline' : snapshot.hasTag('away') ? 'away' : null,
  )
}

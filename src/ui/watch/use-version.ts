import { useSelector } from '@xstate/react'
import { useEffect, useEffectEvent, useState } from 'react'
import { fromPromise } from 'xstate'
import { versionMachine } from '../../machines/version.machine.ts'
import { useAtelier } from '../context.ts'
import { useMachineActor } from '../machine.ts'

/** Whether the server has another version of the app, and how the notice of it is closed. */
export function useVersion(): { isStale: boolean; close: () => void } {
  const { version } = useAtelier()
  const read = useEffectEvent(async (signal: AbortSignal) => version?.served(signal) ?? null)
  const [machine] = useState(() =>
    versionMachine.provide({ actors: { readServed: fromPromise(({ signal }) => read(signal)) } }),
  )
  const actor = useMachineActor(machine, { input: { own: version?.own ?? '' } })
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && actor.send({ type: 'page.shown' })
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [actor])
  const isStale = useSelector(actor, (snapshot) => snapshot.hasTag('stale'))
  return { isStale, close: () => actor.send({ type: 'notice.closed' }) }
}

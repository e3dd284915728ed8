import { useSelector } from '@xstate/react'
import { useEffect, useEffectEvent, useState } from 'react'
import { fromPromise } from 'xstate'
import { versionMachine } from '../../machines/watch/version.machine.ts'
import { useAtelier } from '../context.ts'
import { useMachineActor } from '../use-machine-actor.ts'

/** Returns whether the server has another version of the app, and a function that closes the notice. */
export function useNewVersion(): { isStale: boolean; close: () => void } {
  const { version } = useAtelier()
  const fetchServedVersion = useEffectEvent(async (signal: AbortSignal) => version?.fetchServed(signal) ?? null)
  const [machine] = useState(() =>
    versionMachine.provide({ actors: { fetchServedVersion: fromPromise(({ signal }) => fetchServedVersion(signal)) } }),
  )
  const actor = useMachineActor(machine, { input: { runningVersion: version?.running ?? '' } })
  useEffect(() => {
    const onVisibilityChange = () => document.visibilityState === 'visible' && actor.send({ type: 'page.shown' })
    document.addEventListener('visibilitychange', onVisibilityChange)
    return () => document.removeEventListener('visibilitychange', onVisibilityChange)
  }, [actor])
  const isStale = useSelector(actor, (snapshot) => snapshot.hasTag('stale'))
  return { isStale, close: () => actor.send({ type: 'notice.closed' }) }
}

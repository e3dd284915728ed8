import { useEffect } from 'react'
import { useAtelier } from '../context.ts'
import type { AssetActor } from './use-asset.ts'

export function useAssetEvents(actor: AssetActor): void {
  const { listenToEvents } = useAtelier()
  useEffect(() => {
    const { id } = actor.getSnapshot().context
    return listenToEvents?.((event) => {
      if (event === 'gap' || event.id === id) actor.send({ type: 'remoteChange.received', change: event })
    })
  }, [actor, listenToEvents])
}

import { useEffect } from 'react'
import { useAtelier } from '../context.ts'
import type { AssetActor } from './use-asset.ts'

/** Lets the page hear what becomes of its asset, by whomever. */
export function useHearing(actor: AssetActor): void {
  const { listen } = useAtelier()
  useEffect(() => {
    const { id } = actor.getSnapshot().context
    return listen?.((news) => {
      if (news === 'gap' || news.id === id) actor.send({ type: 'change.heard', news })
    })
  }, [actor, listen])
}

import { useMemo, useState } from 'react'
import type { Asset } from '../../api/contract/assets.ts'
import { BODY_TYPE, chooseBody, MAX_WORN_ASSETS, modelUrlsOf, toggleGarment } from '../../machines/asset/outfit.ts'
import { useQuery } from '../use-query.ts'
import type { WardrobeCalls, WardrobeChange } from './wardrobe-calls.ts'

const PAGE_ROWS = 48

export interface WardrobeOptions {
  userId: string
  calls: WardrobeCalls
  wear: readonly string[]
  onWear: (ids: readonly string[]) => void
}

/** Loads and changes a wardrobe. Loads the bodies on which the user tries items on, and resolves the ids of the worn items. */
export function useWardrobe({ userId, calls, wear, onWear }: WardrobeOptions) {
  const [limit, setLimit] = useState(PAGE_ROWS)
  // Numbered, so that the user can request the same change again.
  const [pendingChange, setPendingChange] = useState<(WardrobeChange & { n: number }) | null>(null)
  const query = useQuery({
    queryKey: `${userId} ${limit}`,
    queryFn: (_, signal) => calls.read(limit, wear, signal),
    cacheName: 'wardrobe',
  })
  const bodies = useQuery({ queryKey: userId, queryFn: (_, signal) => calls.bodies(signal), cacheName: 'bodies' })
  const changeQuery = useQuery({
    inspectorLabel: 'wardrobe-change',
    queryKey: pendingChange && JSON.stringify(pendingChange),
    queryFn: async (changeKey) => {
      const requested = JSON.parse(changeKey) as WardrobeChange
      await calls.change(requested)
      // Removed items are no longer worn.
      if (requested.do === 'remove' && wear.some((id) => requested.assetIds.includes(id)))
        onWear(wear.filter((id) => !requested.assetIds.includes(id)))
      query.refetch()
      return true
    },
  })
  const wardrobe = query.latestData
  const assets = wardrobe?.assets ?? NONE
  const isUnread = query.latestData === undefined || bodies.latestData === undefined
  const bodyAssets = useMemo(() => {
    const ownBodies = assets.filter(({ type }) => type === BODY_TYPE)
    return [
      ...ownBodies,
      ...(bodies.latestData ?? NONE).filter(({ id }) => !ownBodies.some((candidate) => candidate.id === id)),
    ]
  }, [assets, bodies.latestData])
  const worn = useMemo(() => {
    const assetsById = new Map([...assets, ...bodyAssets].map((asset) => [asset.id, asset]))
    return wear.flatMap((id) => assetsById.get(id) ?? []).slice(0, MAX_WORN_ASSETS)
  }, [assets, bodyAssets, wear])
  const body = chooseBody(worn, bodyAssets)
  // No model is loaded before the body is known.
  const models = useMemo(() => (isUnread ? NONE : modelUrlsOf(worn, body)), [worn, body, isUnread])
  return {
    reading: query,
    change: {
      isBusy: changeQuery.isBusy,
      error: changeQuery.error,
      start: (next: WardrobeChange) => setPendingChange((previous) => ({ ...next, n: (previous?.n ?? 0) + 1 })),
      again: changeQuery.refetch,
    },
    ids: wardrobe?.ids ?? NONE,
    assets,
    figures: bodyAssets,
    worn,
    body,
    models,
    turn: (asset: Asset) => onWear(toggleGarment(worn, asset).map(({ id }) => id)),
    more: wardrobe && wardrobe.ids.length > limit ? () => setLimit(limit + PAGE_ROWS) : undefined,
  }
}

const NONE: readonly never[] = []

export type WardrobeState = ReturnType<typeof useWardrobe>

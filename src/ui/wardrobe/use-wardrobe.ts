import { useMemo, useState } from 'react'
import type { Asset } from '../../api/contract/assets.ts'
import { BODY, bodyOf, MOST_WORN, modelsOf, withTurned } from '../../machines/rules/outfit.ts'
import { useAsking } from '../use-asking.ts'
import type { WardrobeCalls, WardrobeChange } from './wardrobe-calls.ts'

/** So many of a wardrobe are read at first, and so many more each time. */
const MORE = 48

/** What a wardrobe's page is bound to. */
export interface WardrobeOptions {
  userId: string
  calls: WardrobeCalls
  /** Ids of what is worn, as the address has them. */
  wear: readonly string[]
  onWear: (ids: readonly string[]) => void
}

/** Reads a wardrobe with the bodies to try it on, says what is worn of it, and changes what is in it. */
export function useWardrobe({ userId, calls, wear, onWear }: WardrobeOptions) {
  const [most, setMost] = useState(MORE)
  // Numbered: the same change may be wanted again later.
  const [changing, setChanging] = useState<(WardrobeChange & { n: number }) | null>(null)
  const reading = useAsking({
    question: `${userId} ${most}`,
    ask: (_, signal) => calls.read(most, wear, signal),
    keptAs: 'wardrobe',
  })
  const bodies = useAsking({ question: userId, ask: (_, signal) => calls.bodies(signal), keptAs: 'bodies' })
  const change = useAsking({
    about: 'wardrobe-change',
    question: changing && JSON.stringify(changing),
    ask: async (asked) => {
      const wanted = JSON.parse(asked) as WardrobeChange
      await calls.change(wanted)
      // What was taken out is not worn any more.
      if (wanted.do === 'remove' && wear.some((id) => wanted.assetIds.includes(id)))
        onWear(wear.filter((id) => !wanted.assetIds.includes(id)))
      reading.askAgain()
      return true
    },
  })
  const held = reading.latest
  const assets = held?.assets ?? NONE
  const isUnread = reading.latest === undefined || bodies.latest === undefined
  const figures = useMemo(() => {
    const own = assets.filter(({ type }) => type === BODY)
    return [...own, ...(bodies.latest ?? NONE).filter(({ id }) => !own.some((one) => one.id === id))]
  }, [assets, bodies.latest])
  const worn = useMemo(() => {
    const known = new Map([...assets, ...figures].map((asset) => [asset.id, asset]))
    return wear.flatMap((id) => known.get(id) ?? []).slice(0, MOST_WORN)
  }, [assets, figures, wear])
  const body = bodyOf(worn, figures)
  // Nothing is loaded before it is known what it is worn on.
  const models = useMemo(() => (isUnread ? NONE : modelsOf(worn, body)), [worn, body, isUnread])
  return {
    reading,
    change: {
      isBusy: change.isBusy,
      error: change.error,
      start: (next: WardrobeChange) => setChanging((last) => ({ ...next, n: (last?.n ?? 0) + 1 })),
      again: change.askAgain,
    },
    ids: held?.ids ?? NONE,
    assets,
    figures,
    worn,
    body,
    models,
    turn: (asset: Asset) => onWear(withTurned(worn, asset).map(({ id }) => id)),
    more: held && held.ids.length > most ? () => setMost(most + MORE) : undefined,
  }
}

const NONE: readonly never[] = []

/** What a wardrobe's page is told. */
export type WardrobeState = ReturnType<typeof useWardrobe>

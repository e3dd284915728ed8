import { useSelector } from '@xstate/react'
import { useEffect, useMemo, useState } from 'react'
import { fromPromise } from 'xstate'
import type { Asset } from '../../api/contract/assets.ts'
import type { ListPage, ListQuery } from '../../api/contract/list.ts'
import { neighboursMachine } from '../../machines/asset/neighbours.machine.ts'
import { type Neighbours, neighboursOf } from '../../machines/asset/neighbours.ts'
import { useActiveShortcuts } from '../active-shortcuts.ts'
import { ASSET_LIST_ID } from '../asset-list/asset-list-shape.ts'
import { cacheAsset } from '../asset-list/cached-asset.ts'
import { useAtelier } from '../context.ts'
import { getLastList } from '../list/state/last-list.ts'
import { useMachineActor } from '../use-machine-actor.ts'
import { useSingleKeyShortcuts } from '../use-page-keys.ts'

export type NeighbourDirection = 'before' | 'after'

export interface NeighbourNavigation {
  neighbours: Neighbours
  go: (direction: NeighbourDirection) => void
  /** Direction of the last step by button. The button of that direction receives the focus on the next page. */
  lastDirection: NeighbourDirection | null
}

/**
 * Returns the previous and next asset in the list from which the user opened asset `id`. Returns `null` if the user came from
 * elsewhere. The keys J and K open the next and previous asset. `open` navigates to another asset.
 */
export function useNeighbours(
  id: string,
  loadPage: (query: ListQuery, signal: AbortSignal) => Promise<ListPage<Asset>>,
  open: (id: string) => void,
): NeighbourNavigation | null {
  const { cache } = useAtelier()
  const [machine] = useState(() =>
    neighboursMachine.provide({
      actors: { loadPage: fromPromise(({ input, signal }) => loadPage(input.query, signal)) },
    }),
  )
  const actor = useMachineActor(machine, { input: { id } })
  const [lastDirection, setLastDirection] = useState<NeighbourDirection | null>(null)
  // Reads the list's state in an effect, because the list writes that state only when it unmounts.
  useEffect(() => {
    const lastList = getLastList(cache, ASSET_LIST_ID)
    if (lastList) actor.send({ type: 'list.found', ...lastList })
  }, [actor, cache])
  useEffect(() => actor.send({ type: 'item.shown', id }), [actor, id])
  const trail = useSelector(actor, ({ context }) => context.trail)
  const neighbours = useMemo(() => neighboursOf(trail, id), [trail, id])
  const openNeighbour = (direction: NeighbourDirection) => {
    const asset = neighbours?.[direction] as Asset | undefined
    if (!asset) return
    cacheAsset(cache, asset)
    open(asset.id)
  }
  useActiveShortcuts(neighbours !== null && 'neighbours')
  useSingleKeyShortcuts(({ key, shiftKey, repeat }) => {
    const direction = ({ j: 'after', k: 'before' } as const)[key.toLowerCase()]
    if (!direction || shiftKey || repeat) return
    setLastDirection(null)
    openNeighbour(direction)
  })
  return (
    neighbours && {
      neighbours,
      lastDirection,
      go: (direction) => {
        setLastDirection(direction)
        openNeighbour(direction)
      },
    }
  )
}

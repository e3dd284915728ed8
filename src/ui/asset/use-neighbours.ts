import { useSelector } from '@xstate/react'
import { useEffect, useMemo, useState } from 'react'
import { fromPromise } from 'xstate'
import type { Asset } from '../../api/contract/assets.ts'
import type { ListPage, ListQuery } from '../../api/contract/list.ts'
import { neighboursMachine } from '../../machines/neighbours.machine.ts'
import { type Neighbours, neighboursOf } from '../../machines/rules/neighbours.ts'
import { ASSETS } from '../asset-list/asset-shape.ts'
import { keepSeen } from '../asset-list/seen-asset.ts'
import { useAtelier } from '../context.ts'
import { useKeysOf } from '../keys-of.ts'
import { leftList } from '../list/left-list.ts'
import { useMachineActor } from '../machine.ts'
import { useSingleKeys } from '../use-page-keys.ts'

/** Which way one goes on from an asset. */
export type Way = 'before' | 'after'

/** The assets beside the one that is open, in the order of the list that one came from. */
export interface Beside {
  neighbours: Neighbours
  go: (way: Way) => void
  /** The way that was gone last by a button, which keeps the focus on the page it led to. */
  gone: Way | null
}

/**
 * Where one can go on from the asset `id`: by the buttons and by J and K; `null` where it was not opened from a list.
 * `open` shows another asset.
 */
export function useNeighbours(
  id: string,
  loadPage: (query: ListQuery, signal: AbortSignal) => Promise<ListPage<Asset>>,
  open: (id: string) => void,
): Beside | null {
  const { kept } = useAtelier()
  const [machine] = useState(() =>
    neighboursMachine.provide({
      actors: { loadPage: fromPromise(({ input, signal }) => loadPage(input.query, signal)) },
    }),
  )
  const actor = useMachineActor(machine, { input: { id } })
  const [gone, setGone] = useState<Way | null>(null)
  // After the list was left, and not as this page is made: the list tells what it showed as it goes.
  useEffect(() => {
    const left = leftList(kept, ASSETS)
    if (left) actor.send({ type: 'trail.found', ...left })
  }, [actor, kept])
  useEffect(() => actor.send({ type: 'thing.shown', id }), [actor, id])
  const trail = useSelector(actor, ({ context }) => context.trail)
  const neighbours = useMemo(() => neighboursOf(trail, id), [trail, id])
  const step = (way: Way) => {
    const asset = neighbours?.[way] as Asset | undefined
    if (!asset) return
    keepSeen(kept, asset)
    open(asset.id)
  }
  useKeysOf(neighbours !== null && 'neighbours')
  useSingleKeys(({ key, shiftKey, repeat }) => {
    const way = ({ j: 'after', k: 'before' } as const)[key.toLowerCase()]
    if (!way || shiftKey || repeat) return
    setGone(null)
    step(way)
  })
  return (
    neighbours && {
      neighbours,
      gone,
      go: (way) => {
        setGone(way)
        step(way)
      },
    }
  )
}

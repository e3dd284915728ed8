import { useSelector } from '@xstate/react'
import { useCallback, useEffectEvent, useState } from 'react'
import { fromPromise } from 'xstate'
import { paletteMachine } from '../../machines/palette/palette.machine.ts'
import { readRecent, type SearchTarget, withRecent } from '../../machines/palette/palette.ts'
import { useAtelier } from '../context.ts'
import { useAbility } from '../list/actions/use-ability.ts'
import { readStored, writeStored } from '../list/state/device-storage.ts'
import { useCurrentUserId } from '../use-current-user-id.ts'
import { useMachineActor } from '../use-machine-actor.ts'
import { useQuery } from '../use-query.ts'
import { searchPaletteTargets } from './search-palette-targets.ts'

export function useCommandPalette() {
  const { shellCalls } = useAtelier()
  const ability = useAbility()
  const search = useEffectEvent((text: string, signal: AbortSignal) =>
    searchPaletteTargets(shellCalls, ability, text, signal),
  )
  const [machine] = useState(() =>
    paletteMachine.provide({ actors: { searchItems: fromPromise(({ input, signal }) => search(input.text, signal)) } }),
  )
  const actor = useMachineActor(machine)
  const context = useSelector(actor, (snapshot) => snapshot.context)
  const isOpen = useSelector(actor, (snapshot) => snapshot.hasTag('open'))
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  return { ...context, isOpen, isBusy, send: actor.send }
}

/** Returns the user's recent palette targets on this device. Reads them again each time the palette opens. */
export function useRecentTargets(isOpen: boolean): {
  recent: readonly SearchTarget[]
  keepRecent: (target: SearchTarget) => void
} {
  const key = `palette/recent/${useCurrentUserId() ?? ''}`
  const { data } = useQuery({
    inspectorLabel: 'recent',
    queryKey: isOpen ? key : null,
    queryFn: async (storageKey) => readRecent(await readStored(storageKey)),
  })
  const recent = data ?? NO_TARGETS
  const keepRecent = useCallback(
    (target: SearchTarget) => void writeStored(key, withRecent(recent, target)),
    [key, recent],
  )
  return { recent, keepRecent }
}

const NO_TARGETS: readonly SearchTarget[] = []

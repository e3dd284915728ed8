import { useSelector } from '@xstate/react'
import { useCallback, useEffectEvent, useState } from 'react'
import { fromPromise } from 'xstate'
import { paletteMachine } from '../../machines/palette.machine.ts'
import { readRecent, type Thing, withRecent } from '../../machines/rules/palette.ts'
import { useAtelier } from '../context.ts'
import { readKept, writeKept } from '../list/on-device.ts'
import { useAbility } from '../list/use-ability.ts'
import { useMachineActor } from '../machine.ts'
import { useAsking } from '../use-asking.ts'
import { useMe } from '../use-me.ts'
import { findOnServer } from './find-on-server.ts'

/** Runs the palette over the calls of the frame. */
export function usePalette() {
  const { calls } = useAtelier()
  const ability = useAbility()
  const find = useEffectEvent((text: string, signal: AbortSignal) => findOnServer(calls, ability, text, signal))
  const [machine] = useState(() =>
    paletteMachine.provide({ actors: { findThings: fromPromise(({ input, signal }) => find(input.text, signal)) } }),
  )
  const actor = useMachineActor(machine)
  const context = useSelector(actor, (snapshot) => snapshot.context)
  const isOpen = useSelector(actor, (snapshot) => snapshot.hasTag('open'))
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  return { ...context, isOpen, isBusy, send: actor.send }
}

/** What the person went to lately by the palette, on this device; read anew each time that it is opened. */
export function useRecent(isOpen: boolean): { recent: readonly Thing[]; keepRecent: (thing: Thing) => void } {
  const key = `palette/recent/${useMe() ?? ''}`
  const { answer } = useAsking({
    about: 'recent',
    question: isOpen ? key : null,
    ask: async (asked) => readRecent(await readKept(asked)),
  })
  const recent = answer ?? NONE
  const keepRecent = useCallback((thing: Thing) => void writeKept(key, withRecent(recent, thing)), [key, recent])
  return { recent, keepRecent }
}

const NONE: readonly Thing[] = []

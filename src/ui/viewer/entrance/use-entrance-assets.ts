import { useSelector } from '@xstate/react'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { ParsedModel } from '../load/fbx.ts'
import { readSourceParts } from '../load/read-source.ts'
import type { SpawnAnimationSpec, SpawnEffectSpec } from '../viewer-settings.ts'
import { type EntranceAsset, type EntranceAssets, type EntranceReplay, loadEntranceAssets } from './entrance-assets.ts'
import { type ReadingContext, readEntranceFile } from './spawn-actors.ts'
import type { EntrancePart, SpawnPhase } from './use-entrance.ts'
import type { SpawnActor } from './use-spawn-events.ts'

export interface EntranceAssetOptions extends ReadingContext {
  effect: SpawnEffectSpec | undefined
  animation: SpawnAnimationSpec | undefined
  isStill: boolean
}

/** Reads the files of the spawn effect and animation for each new source. Retains the files until the spawn ends. */
export function useEntranceAssets(actor: SpawnActor, source: unknown, options: EntranceAssetOptions) {
  const assets = useRef<EntranceAssets>(undefined)
  const startLoading = useEffectEvent(() =>
    options.isStill ? loadEntranceAssets(undefined, undefined, rejectNothingToPlay) : loadAssets(options),
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: each source has its own spawn
  useEffect(() => {
    const newAssets = startLoading()
    assets.current = newAssets
    return newAssets.end
  }, [source])

  // The files are not released after a failure: a retry may still spawn the model.
  const isFinished = useSelector(actor, (snapshot) => snapshot.matches('finished'))
  useEffect(() => {
    if (isFinished) assets.current?.end()
  }, [isFinished])

  const callbacks = useMemo(() => {
    const callbacksFor = (kind: 'effect' | 'animation') => ({
      onEnded: () => actor.send({ type: `${kind}.ended` }),
      onFailed: (reason: string) => {
        console.warn(`The spawn ${kind} was not played: ${reason}`)
        actor.send({ type: `${kind}.skipped` })
      },
      read: (): Promise<EntranceAsset> =>
        assets.current?.[kind]() ?? Promise.reject(new Error('There is no file to play')),
    })
    return { effect: callbacksFor('effect'), animation: callbacksFor('animation') }
  }, [actor])
  const effectPhase = useSelector(actor, (snapshot) => phaseOf(snapshot.value, 'effect'))
  const animationPhase = useSelector(actor, (snapshot) => phaseOf(snapshot.value, 'animation'))
  const effect: EntrancePart = { ...callbacks.effect, phase: effectPhase, loop: options.effect?.loop ?? 1 }
  const animation: EntrancePart = { ...callbacks.animation, phase: animationPhase, loop: options.animation?.loop ?? 1 }
  const latestOptions = useEffectEvent(() => options)
  const [replayEntrance] = useState(() => (): EntranceReplay => {
    const currentOptions = latestOptions()
    return {
      ...loadAssets(currentOptions),
      loops: { effect: currentOptions.effect?.loop ?? 1, animation: currentOptions.animation?.loop ?? 1 },
    }
  })
  return { effect, animation, replayEntrance }
}

const rejectNothingToPlay = () => Promise.reject<ParsedModel>(new Error('There is no file to play'))

function loadAssets(options: EntranceAssetOptions): EntranceAssets {
  return loadEntranceAssets(options.effect, options.animation, async (address, signal) => {
    const [bytes] = await readSourceParts([address], signal, () => {})
    return readEntranceFile(bytes ?? new ArrayBuffer(0), address, options)
  })
}

type StateValue = ReturnType<SpawnActor['getSnapshot']>['value']

function phaseOf(value: StateValue, part: 'effect' | 'animation'): SpawnPhase {
  if (value === 'finished') return 'done'
  return typeof value === 'object' && 'playing' in value ? value.playing[part] : 'waiting'
}

import { useActorRef, useSelector } from '@xstate/react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { WebGLRenderer } from 'three'
import { fromPromise } from 'xstate'
import { MODEL_BUDGET, type ModelBudget } from '../../files/model-budget.ts'
import {
  INVALID_SOURCE,
  isSameSource,
  type ModelPart,
  type ModelSource,
  partsOf,
} from '../../machines/rules/model-source.ts'
import { createSpawnMachine } from '../../machines/spawn.machine.ts'
import type { SpawnPhase } from './Avatar.tsx'
import { type Asides, beginAsides } from './asides.ts'
import { readParts } from './bytes.ts'
import { assemble, type Model } from './model.ts'
import { hasSomethingToDraw, readModel } from './read-model.ts'
import type { Progress } from './shared-fetch.ts'
import { useSame } from './use-same.ts'
import { ViewerError } from './viewer-error.ts'
import type { ViewerState } from './viewer-info.ts'
import type { SpawnAnimationSpec, SpawnEffectSpec } from './viewer-settings.ts'

/** What `useSpawn` is told. */
export interface SpawnOptions {
  source: unknown
  effect: SpawnEffectSpec | undefined
  animation: SpawnAnimationSpec | undefined
  isStill: boolean
  decoderPath: string | undefined
  allowExternal: boolean
  budget: Partial<ModelBudget> | undefined
  /** Resolves with the renderer once there is one; rejects when there never will be. */
  renderer: () => Promise<WebGLRenderer>
  /** Aborted, with the reason, once there never will be one: nothing more is fetched then. */
  failing: AbortSignal
  onLoading: (() => void) | undefined
  onLoaded: ((model: Model) => void) | undefined
  onSpawnFinished: (() => void) | undefined
  onError: ((error: ViewerError) => void) | undefined
  onProgress: ((progress: Progress) => void) | undefined
}

/** Binds the spawn machine to a stage: loads what it asks for and tells the host what it emits. */
export function useSpawn(options: SpawnOptions) {
  const latest = useRef(options)
  latest.current = options
  const [candidate, setCandidate] = useState<Model | null>(null)
  const [progress, setProgress] = useState<Progress | null>(null)
  const shown = useRef<(model: Model) => void>(undefined)
  const isHere = useRef(false)
  const unclaimed = useRef<() => void>(undefined)
  const source = useSame(options.source)

  const [machine] = useState(() => {
    const loadModel = fromPromise<Model, { source: ModelSource }>(async ({ input, signal }) => {
      const report = throttled((now) => {
        setProgress(now)
        latest.current.onProgress?.(now)
      })
      setProgress(null)
      isHere.current = false
      latest.current.onLoading?.()
      const bytes = await readParts(partsOf(input.source), AbortSignal.any([signal, latest.current.failing]), report)
      isHere.current = true
      const model = await prepare(partsOf(input.source), bytes, latest.current)
      // Held until the view holds it, however long that takes.
      const letGo = model.hold()
      if (signal.aborted) {
        letGo()
        signal.throwIfAborted()
      }
      unclaimed.current?.()
      unclaimed.current = letGo
      return new Promise((resolve, reject) => {
        const wait = (now: Model) => {
          if (now === model) resolve(model)
        }
        signal.addEventListener('abort', () => {
          if (shown.current === wait) shown.current = undefined
          reject(signal.reason)
        })
        shown.current = wait
        setCandidate(model)
      })
    })
    return createSpawnMachine<Model>().provide({ actors: { loadModel } })
  })
  const actor = useActorRef(machine, {
    input: { source: null, hasEffect: false, hasAnimation: false, isStill: options.isStill },
  })
  useEffect(() => {
    const letGo = candidate?.hold()
    unclaimed.current?.()
    unclaimed.current = undefined
    return letGo
  }, [candidate])

  const warned = useRef<unknown>(undefined)
  useEffect(() => {
    let stood = actor.getSnapshot().context.model
    let isGone = false
    // The machine tells while it takes its step, and a host that asks back is to be told of the state it then is in.
    const afterwards = (tell: () => void) => queueMicrotask(() => !isGone && tell())
    const heard = [
      actor.on('source.rejected', (event) => {
        if (isSameSource(warned.current, event.source)) return
        warned.current = event.source
        console.warn(INVALID_SOURCE)
      }),
      actor.subscribe(({ context: { model } }) => {
        if (model === stood) return
        stood = model
        if (model) latest.current.onLoaded?.(model)
      }),
      actor.on('spawn.finished', () => afterwards(() => latest.current.onSpawnFinished?.())),
      actor.on('model.failed', ({ error }) =>
        afterwards(() => latest.current.onError?.(ViewerError.from(error, 'unreadable'))),
      ),
    ]
    return () => {
      isGone = true
      for (const one of heard) one.unsubscribe()
    }
  }, [actor])

  useEffect(() => actor.send({ type: 'motion.changed', isStill: options.isStill }), [actor, options.isStill])

  const asides = useRef<Asides>(undefined)
  useEffect(() => {
    const { effect, animation, isStill } = latest.current
    const [playedEffect, playedAnimation] = isStill ? [] : [effect, animation]
    const begun = beginAsides(playedEffect, playedAnimation, async (address, signal) => {
      const { renderer, allowExternal } = latest.current
      const [[bytes], gl] = await Promise.all([readParts([address], signal, () => {}), renderer()])
      return readModel(bytes ?? new ArrayBuffer(0), { ...readingOf(latest.current, address, allowExternal), gl })
    })
    asides.current = begun
    actor.send({ type: 'source.changed', source, hasEffect: Boolean(effect), hasAnimation: Boolean(animation) })
    return begun.end
  }, [actor, source])

  const state = useSelector(actor, (snapshot) => stateOf(snapshot.value))
  useEffect(() => {
    // Not when it failed: another try may still make its entrance.
    if (state === 'finished') asides.current?.end()
    if (state === 'failed' || state === 'empty') setCandidate(null)
  }, [state])

  const effectPhase = useSelector(actor, (snapshot) => phaseOf(snapshot.value, 'effect'))
  const animationPhase = useSelector(actor, (snapshot) => phaseOf(snapshot.value, 'animation'))
  const failure = useSelector(actor, (snapshot) => snapshot.context.error)
  const standing = useSelector(actor, (snapshot) => snapshot.context.model)

  const onShown = useCallback((model: Model) => {
    // A stage that opens again shows the same model again.
    shown.current?.(model)
    shown.current = undefined
  }, [])
  const now = useCallback(() => {
    const { value, context } = actor.getSnapshot()
    return { state: stateOf(value), standing: context.model }
  }, [actor])
  const retry = useCallback(() => actor.send({ type: 'retry.requested' }), [actor])
  const parts = useMemo(() => {
    const missed = (what: 'effect' | 'animation') => (reason: string) => {
      console.warn(`The spawn ${what} was not played: ${reason}`)
      actor.send({ type: `${what}.missed` })
    }
    return {
      effect: {
        onEnded: () => actor.send({ type: 'effect.ended' }),
        onMissed: missed('effect'),
        read: () => asides.current?.effect() ?? Promise.reject(new Error('Nothing to play')),
      },
      animation: {
        onEnded: () => actor.send({ type: 'animation.ended' }),
        onMissed: missed('animation'),
        read: () => asides.current?.animation() ?? Promise.reject(new Error('Nothing to play')),
      },
    }
  }, [actor])
  return {
    state,
    /** The state and what stands right now, also between two renders. */
    now,
    model: candidate,
    standing,
    progress,
    failure: failure === null ? null : ViewerError.from(failure, 'unreadable'),
    onShown,
    retry,
    /** Whether all of the source has arrived. */
    isHere: () => isHere.current,
    effect: { ...parts.effect, phase: effectPhase, loop: options.effect?.loop ?? 1 },
    animation: { ...parts.animation, phase: animationPhase, loop: options.animation?.loop ?? 1 },
  }
}

async function prepare(
  parts: readonly ModelPart[],
  bytes: readonly ArrayBuffer[],
  options: SpawnOptions,
): Promise<Model> {
  const gl = await options.renderer()
  const read = bytes.map((part, index) =>
    readModel(part, { ...readingOf(options, parts[index], options.allowExternal), gl }),
  )
  const model = await assemble(
    await Promise.all(read),
    bytes.reduce((sum, { byteLength }) => sum + byteLength, 0),
  )
  if (hasSomethingToDraw(model.root)) return model
  model.hold()()
  throw new ViewerError('nothing', 'There is nothing to draw in the model')
}

function readingOf({ budget, decoderPath }: SpawnOptions, part: ModelPart | undefined, allowExternal: boolean) {
  const base =
    typeof part === 'string' && !part.startsWith('data:') ? new URL('.', new URL(part, location.href)).href : ''
  return { budget: { ...MODEL_BUDGET, ...budget }, decoderPath, base: allowExternal ? base : undefined }
}

type StateValue = string | { [key: string]: StateValue | undefined }

const stateOf = (value: StateValue): ViewerState =>
  (typeof value === 'string' ? (value === 'choosing' ? 'empty' : value) : 'playing') as ViewerState

function phaseOf(value: StateValue, part: 'effect' | 'animation'): SpawnPhase {
  if (value === 'finished') return 'done'
  if (typeof value === 'string') return 'waiting'
  const playing = value['playing']
  const phase = typeof playing === 'object' ? playing[part] : undefined
  return typeof phase === 'string' ? (phase as SpawnPhase) : 'waiting'
}

/** How often progress is told, in milliseconds. */
const EVERY = 80

function throttled(tell: (progress: Progress) => void): (progress: Progress) => void {
  let told = Number.NEGATIVE_INFINITY
  return (progress) => {
    const now = performance.now()
    if (now - told < EVERY && progress.done !== progress.total) return
    told = now
    tell(progress)
  }
}

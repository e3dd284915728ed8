import { useActorRef, useSelector } from '@xstate/react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { WebGLRenderer } from 'three'
import { fromPromise } from 'xstate'
import { INVALID_SOURCE, isSameSource, type ModelSource, partsOf } from '../../machines/rules/model-source.ts'
import { createSpawnMachine } from '../../machines/spawn.machine.ts'
import type { SpawnPhase } from './Avatar.tsx'
import { type Progress, readParts } from './bytes.ts'
import { assemble, type Model } from './model.ts'
import { type ReadModel, readModel } from './read-model.ts'
import { ViewerError } from './viewer-error.ts'

/** What plays around an avatar as it appears. Spec §3. */
export interface SpawnEffectSpec {
  src: string
  /** Where its clip comes from, when not from `src`. */
  animationSrc?: string
  /** Default 1. */
  loop?: number
}

/** What an avatar does as it appears. Spec §3. */
export interface SpawnAnimationSpec {
  src: string
  loop?: number
}

/** What `useSpawn` is told. */
export interface SpawnOptions {
  source: unknown
  effect: SpawnEffectSpec | undefined
  animation: SpawnAnimationSpec | undefined
  isStill: boolean
  decoderPath: string | undefined
  /** Resolves with the renderer once there is one; rejects when there never will be. */
  renderer: () => Promise<WebGLRenderer>
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
  const source = useSame(options.source)

  const [machine] = useState(() => {
    const loadModel = fromPromise<Model, { source: ModelSource }>(async ({ input, signal }) => {
      const { renderer, decoderPath, onLoading } = latest.current
      setProgress(null)
      onLoading?.()
      const report = throttled((now) => {
        setProgress(now)
        latest.current.onProgress?.(now)
      })
      const [bytes, gl] = await Promise.all([readParts(partsOf(input.source), signal, report), renderer()])
      const model = assemble(await Promise.all(bytes.map((part) => readModel(part, gl, decoderPath))))
      if (signal.aborted) {
        model.dispose()
        signal.throwIfAborted()
      }
      return new Promise((resolve) => {
        shown.current = (now) => {
          if (now === model) resolve(model)
        }
        setCandidate(model)
      })
    })
    return createSpawnMachine<Model>().provide({ actors: { loadModel } })
  })
  const actor = useActorRef(machine, {
    input: { source: null, hasEffect: false, hasAnimation: false, isStill: options.isStill },
  })

  const warned = useRef<unknown>(undefined)
  useEffect(() => {
    const heard = [
      actor.on('source.rejected', (event) => {
        if (isSameSource(warned.current, event.source)) return
        warned.current = event.source
        console.warn(INVALID_SOURCE)
      }),
      actor.on('spawn.finished', () => latest.current.onSpawnFinished?.()),
      actor.on('model.failed', ({ error }) => latest.current.onError?.(ViewerError.from(error, 'unreadable'))),
    ]
    return () => {
      for (const one of heard) one.unsubscribe()
    }
  }, [actor])

  useEffect(() => actor.send({ type: 'motion.changed', isStill: options.isStill }), [actor, options.isStill])

  const asides = useRef<{ effect?: Promise<ReadModel>; animation?: Promise<ReadModel> }>({})
  useEffect(() => {
    const { effect, animation, isStill } = latest.current
    const read = (src: string) => readAside(src, latest.current)
    asides.current = isStill
      ? {}
      : { ...(effect && { effect: readEffect(effect, read) }), ...(animation && { animation: read(animation.src) }) }
    for (const aside of Object.values(asides.current)) aside.catch((error) => console.warn(String(error)))
    actor.send({ type: 'source.changed', source, hasEffect: Boolean(effect), hasAnimation: Boolean(animation) })
  }, [actor, source])

  const isGone = useSelector(actor, (snapshot) => snapshot.matches('empty') || snapshot.matches('failed'))
  useEffect(() => {
    if (isGone) setCandidate(null)
  }, [isGone])

  const state = useSelector(actor, (snapshot) => stateOf(snapshot.value))
  const effectPhase = useSelector(actor, (snapshot) => phaseOf(snapshot.value, 'effect'))
  const animationPhase = useSelector(actor, (snapshot) => phaseOf(snapshot.value, 'animation'))
  const failure = useSelector(actor, (snapshot) => snapshot.context.error)
  const standing = useSelector(actor, (snapshot) => snapshot.context.model)

  const onShown = useCallback((model: Model) => {
    shown.current?.(model)
    latest.current.onLoaded?.(model)
  }, [])
  const parts = useMemo(
    () => ({
      effect: {
        onEnded: () => actor.send({ type: 'effect.ended' }),
        onMissed: () => actor.send({ type: 'effect.missed' }),
        read: () => asides.current.effect ?? nothing(),
      },
      animation: {
        onEnded: () => actor.send({ type: 'animation.ended' }),
        onMissed: () => actor.send({ type: 'animation.missed' }),
        read: () => asides.current.animation ?? nothing(),
      },
    }),
    [actor],
  )
  return {
    state,
    model: candidate,
    standing,
    progress,
    failure: failure === null ? null : ViewerError.from(failure, 'unreadable'),
    onShown,
    effect: { ...parts.effect, phase: effectPhase, loop: options.effect?.loop ?? 1 },
    animation: { ...parts.animation, phase: animationPhase, loop: options.animation?.loop ?? 1 },
  }
}

/** The viewer's state as its host and its tests see it. */
export type ViewerState = 'empty' | 'loading' | 'playing' | 'finished' | 'failed'

type StateValue = string | { [key: string]: StateValue | undefined }

const stateOf = (value: StateValue): ViewerState =>
  (typeof value === 'string' ? (value === 'choosing' ? 'empty' : value) : 'playing') as ViewerState

function phaseOf(value: StateValue, part: 'effect' | 'animation'): SpawnPhase {
  if (value === 'finished') return 'done'
  if (typeof value === 'string') return 'waiting'
  const playing = value.playing
  const phase = typeof playing === 'object' ? playing[part] : undefined
  return typeof phase === 'string' ? (phase as SpawnPhase) : 'waiting'
}

async function readAside(src: string, { renderer, decoderPath }: SpawnOptions): Promise<ReadModel> {
  const [[bytes], gl] = await Promise.all([readParts([src], new AbortController().signal, () => {}), renderer()])
  return readModel(bytes ?? new ArrayBuffer(0), gl, decoderPath)
}

async function readEffect(
  { src, animationSrc }: SpawnEffectSpec,
  read: (src: string) => Promise<ReadModel>,
): Promise<ReadModel> {
  if (animationSrc === undefined) return read(src)
  const [effect, animation] = await Promise.all([read(src), read(animationSrc)])
  return { ...effect, clips: animation.clips }
}

const nothing = () => Promise.reject<ReadModel>(new Error('Nothing to play'))

/** The same value for as long as it names the same source. */
function useSame(source: unknown): unknown {
  const [kept, keep] = useState(source)
  if (isSameSource(kept, source)) return kept
  keep(source)
  return source
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

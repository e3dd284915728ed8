import type { AnyActor, AnyActorRef, AnyMachineSnapshot, InspectionEvent } from 'xstate'
import { hashMachine } from './chart.ts'
import { collectInitialMicrosteps } from './initial-microsteps.ts'
import { createMasker, type MaskedValue, type Masker } from './mask.ts'
import { diffValues } from './patch.ts'
import { contextAt, type RecordedActor, type Recording, type Step } from './recording.ts'
import {
  describeMicrosteps,
  evaluateGuards,
  guardResultsOf,
  type Microstep,
  transitionName,
} from './transition-details.ts'

/** Limits of a recording: number of steps, and their approximate total size in characters. */
const MAX_STEPS = 2000
const MAX_RECORDED_CHARACTERS = 5_000_000
/** Number of steps of an actor after which its complete context is stored again. */
const FULL_CONTEXT_INTERVAL = 50

interface WatchedActor {
  recorded: RecordedActor
  ref: WeakRef<AnyActor>
  previousSnapshot: AnyMachineSnapshot | null
  context: MaskedValue
  stepCount: number
  microsteps: Microstep[]
  emitted: MaskedValue[]
  secretKeys: readonly string[]
  emitSubscription: { unsubscribe: () => void } | null
}

/** Records the machines' steps; secrets are masked before anything is stored. */
export interface Recorder {
  record: (event: InspectionEvent) => void
  /** Adds actors that were started before the recorder listened, with their running children. */
  adopt: (running: readonly AnyActorRef[]) => void
  /** Returns the current recording; a new object after each change. */
  read: () => Recording
  /** Subscribes to changes. With the option `scheduleNotification`, changes until the scheduled call are combined into one notification. */
  subscribe: (listener: () => void) => () => void
  /** Returns the live actor while it still exists. */
  actor: (id: string) => AnyActor | undefined
  /** Creates a masked copy. Equal secrets get the same mark in the whole recording. */
  copy: Masker['copy']
  pause: (isPaused: boolean) => void
  isPaused: () => boolean
  /** Removes all steps and the actors that ended. */
  clear: () => void
  stop: () => void
}

export interface RecorderOptions {
  version: string
  page: () => string
  now?: () => number
  /** Schedules a notification of subscribers; by default it is synchronous. */
  scheduleNotification?: (notify: () => void) => void
}

const isMachine = (snapshot: unknown): snapshot is AnyMachineSnapshot =>
  typeof snapshot === 'object' && snapshot !== null && 'machine' in snapshot && '_nodes' in snapshot

/** Creates a recorder. Stores no secrets, and only weak references to actors. */
export function createRecorder({ version, page, now = Date.now, scheduleNotification }: RecorderOptions): Recorder {
  const masker = createMasker()
  const watched = new Map<string, WatchedActor>()
  const eventSources = new WeakMap<object, { from?: string; at: number }>()
  const hashes: Record<string, { hash: string }> = {}
  const listeners = new Set<() => void>()
  const startedAt = new Date(now()).toISOString()
  let steps: Step[] = []
  /** Approximate size of each step and of all steps, in characters. */
  let stepSizes: number[] = []
  let totalSize = 0
  let nextStepNumber = 1
  let isPaused = false
  let recording: Recording | null = null
  let isNotifying = false

  const notifyChange = () => {
    recording = null
    if (isNotifying || listeners.size === 0) return
    isNotifying = true
    const notify = () => {
      isNotifying = false
      for (const listener of listeners) listener()
    }
    if (scheduleNotification) scheduleNotification(notify)
    else notify()
  }
  const watchActor = (ref: AnyActor): WatchedActor => {
    const existing = watched.get(ref.sessionId)
    if (existing) return existing
    const machine = (ref.logic as { id?: unknown; config?: { meta?: { secret?: string[] } } } | undefined) ?? {}
    const isMachineActor = typeof machine.id === 'string' && 'root' in machine
    const created: WatchedActor = {
      recorded: {
        id: ref.sessionId,
        name: isMachineActor && !ref._parent ? String(machine.id) : ref.id,
        ...(ref._parent ? { parent: ref._parent.sessionId } : ref.id !== ref.sessionId && { about: ref.id }),
        ...(isMachineActor && { machine: String(machine.id) }),
        ...(typeof ref.src === 'string' && { src: ref.src }),
        startedAt: now(),
        status: 'active',
      },
      ref: new WeakRef(ref),
      previousSnapshot: null,
      context: null,
      stepCount: 0,
      microsteps: [],
      emitted: [],
      secretKeys: machine.config?.meta?.secret ?? [],
      emitSubscription: null,
    }
    watched.set(ref.sessionId, created)
    if (isMachineActor) {
      hashes[created.recorded.machine!] ??= { hash: hashMachine(ref.logic as never) }
      created.emitSubscription = ref.on('*', (event: unknown) => {
        if (!isPaused) created.emitted.push(masker.copy(event, created.secretKeys))
      })
    }
    return created
  }
  const onInspection = (event: InspectionEvent) => {
    const ref = event.actorRef as AnyActor
    if (event.type === '@xstate.event') {
      const from = (event.sourceRef as AnyActor | undefined)?.sessionId
      eventSources.set(event.event, { at: now(), ...(from !== undefined && { from }) })
      return
    }
    const watchedActor = watchActor(ref)
    if (event.type === '@xstate.microstep')
      watchedActor.microsteps.push({ taken: event._transitions, nodes: (event.snapshot as AnyMachineSnapshot)._nodes })
    else if (event.type === '@xstate.snapshot')
      recordStep(watchedActor, ref, event.event, event.snapshot as AnyMachineSnapshot)
    else if (event.type === '@xstate.actor') notifyChange()
  }
  const recordStep = (
    watchedActor: WatchedActor,
    ref: AnyActor,
    event: { type: string },
    snapshot: AnyMachineSnapshot,
  ) => {
    const { previousSnapshot: before, microsteps: pendingMicrosteps, emitted } = watchedActor
    watchedActor.microsteps = []
    watchedActor.emitted = []
    const { endedAt: _, ...recordedActor } = watchedActor.recorded
    watchedActor.recorded = { ...recordedActor, status: snapshot.status }
    if (snapshot.status !== 'active') {
      watchedActor.recorded.endedAt = now()
      watchedActor.emitSubscription?.unsubscribe()
      if (event.type === 'xstate.stop') return notifyChange()
    }
    if (!isMachine(snapshot)) {
      notifyChange()
      return
    }
    watchedActor.previousSnapshot = snapshot.status === 'active' ? snapshot : null
    if (isPaused) return
    const context = masker.copy(snapshot.context, watchedActor.secretKeys)
    const isWhole = watchedActor.stepCount % FULL_CONTEXT_INTERVAL === 0
    watchedActor.stepCount += 1
    const { from, at = now() } = eventSources.get(event) ?? {}
    const changes = isWhole ? [] : diffValues(watchedActor.context, context)
    const microsteps =
      event.type === 'xstate.init'
        ? collectInitialMicrosteps(ref, (event as { input?: unknown }).input)
        : pendingMicrosteps
    const takenTransitions = microsteps.flatMap((microstep) => microstep.taken)
    const hasTransition = takenTransitions.length > 0 || before === null
    const guards = [
      ...evaluateGuards(before, event),
      ...takenTransitions.filter(({ eventType }) => eventType !== event.type).flatMap(guardResultsOf),
    ]
    const details = describeMicrosteps(
      before?._nodes ?? [],
      before ? microsteps : [...microsteps, { taken: [], nodes: snapshot._nodes }],
    )
    const recorded: Step = {
      n: nextStepNumber++,
      at,
      actor: ref.sessionId,
      ...(from !== undefined && { from }),
      event: masker.copy(event, watchedActor.secretKeys),
      outcome: hasTransition ? 'taken' : guards.some(({ says }) => !says) ? 'refused' : 'ignored',
      transitions: takenTransitions.map(transitionName),
      guards,
      ...details,
      emitted,
      value: masker.copy(snapshot.value),
      status: snapshot.status,
      changes,
      ...(isWhole && { whole: context }),
    }
    watchedActor.context = context
    steps.push(recorded)
    const size = estimateStepSize(recorded)
    stepSizes.push(size)
    totalSize += size
    dropOldSteps()
    notifyChange()
  }
  const dropOldSteps = () => {
    while (steps.length > MAX_STEPS || (totalSize > MAX_RECORDED_CHARACTERS && steps.length > 1)) {
      const [oldest] = steps
      const after = steps.findIndex(({ actor }, index) => index > 0 && actor === oldest!.actor)
      const successor = steps[after]
      if (successor && successor.whole === undefined)
        steps[after] = { ...successor, whole: contextAt(steps, successor.actor, successor.n), changes: [] }
      // The successor's complete context shares objects with other steps, so the successor's size is not recalculated.
      totalSize -= stepSizes.shift()!
      steps.shift()
    }
  }
  const recorder: Recorder = {
    record: onInspection,
    adopt(running) {
      for (const ref of running as readonly AnyActor[]) {
        const snapshot = ref.getSnapshot() as AnyMachineSnapshot | undefined
        if (snapshot?.status !== 'active') continue
        if (!watched.has(ref.sessionId)) {
          const watchedActor = watchActor(ref)
          // The recording of this actor starts with its current state.
          if (isMachine(snapshot)) recordStep(watchedActor, ref, { type: 'inspector.attached' }, snapshot)
        }
        if (isMachine(snapshot)) recorder.adopt(Object.values(snapshot.children))
      }
      notifyChange()
    },
    read() {
      recording ??= {
        format: 'atelier-recording',
        version: 1,
        app: { version, startedAt, page: masker.copy(page()) as string },
        machines: hashes,
        actors: [...watched.values()].map(({ recorded }) => recorded),
        steps: [...steps],
        masked: masker.count(),
      }
      return recording
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    actor: (id) => watched.get(id)?.ref.deref(),
    copy: masker.copy,
    pause(paused) {
      isPaused = paused
      // After a pause the next step stores a complete context, because differences were missed.
      for (const watchedActor of watched.values()) watchedActor.stepCount = 0
      notifyChange()
    },
    isPaused: () => isPaused,
    clear() {
      steps = []
      stepSizes = []
      totalSize = 0
      for (const [id, watchedActor] of watched) {
        watchedActor.stepCount = 0
        if (watchedActor.recorded.status !== 'active') watched.delete(id)
      }
      notifyChange()
    },
    stop() {
      for (const watchedActor of watched.values()) watchedActor.emitSubscription?.unsubscribe()
    },
  }
  return recorder
}

/** Returns the approximate size of a step, in characters. */
const estimateStepSize = ({ changes, whole, event }: Step): number =>
  200 +
  valueLength(whole ?? null, 4000) +
  valueLength(event, 1000) +
  changes.reduce((sum, patch) => sum + valueLength(patch.to ?? null, 4000), 0)

function valueLength(value: MaskedValue, maxLength: number): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 4
  let sum = 2
  for (const [key, item] of Object.entries(value)) {
    sum += key.length + valueLength(item, maxLength - sum)
    if (sum > maxLength) return sum
  }
  return sum
}

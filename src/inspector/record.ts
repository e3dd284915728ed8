import type { AnyActor, AnyActorRef, AnyMachineSnapshot, InspectionEvent } from 'xstate'
import { hashOf } from './graph.ts'
import { sizeOf } from './letters.ts'
import { createMasker, type Masked, type Masker } from './mask.ts'
import { differences } from './patch.ts'
import { contextAt, type Recording, type SeenActor, type Step } from './recording.ts'
import { askedOf, type Micro, nameOf, namesIn, saidOf, startOf } from './told.ts'

/** The most that is kept: steps, and about so many letters of what changed in them. */
const MOST_STEPS = 2000
const MOST_LETTERS = 5_000_000
/** After so many steps of an actor its whole context is kept. */
const WHOLE = 50

/** What is kept of an actor while it is watched. */
interface Watched {
  seen: SeenActor
  ref: WeakRef<AnyActor>
  before: AnyMachineSnapshot | null
  context: Masked
  count: number
  micros: Micro[]
  emitted: Masked[]
  secrets: readonly string[]
  heard: { unsubscribe: () => void } | null
}

/** Collects what the machines do, masked before it is kept. */
export interface Recorder {
  hear: (event: InspectionEvent) => void
  /** Takes in actors that were started before anybody listened, with the children that they run. */
  adopt: (running: readonly AnyActorRef[]) => void
  /** What was seen up to now; another object after each change. */
  read: () => Recording
  /** Told after each change, at most once for each turn of the event loop. */
  subscribe: (hear: () => void) => () => void
  /** The actor itself, as long as the page has it. */
  actor: (id: string) => AnyActor | undefined
  /** Makes a masked copy with the marks of this recording. */
  copy: Masker['copy']
  pause: (isPaused: boolean) => void
  isPaused: () => boolean
  /** Forgets all steps and the actors that ended. */
  clear: () => void
  /** Hears no actor any more. */
  stop: () => void
}

/** What a recorder is made with. */
export interface RecorderOptions {
  version: string
  page: () => string
  now?: () => number
  /** Tells when hearers are told; they are told there and then without it. */
  later?: (tell: () => void) => void
}

const isMachine = (snapshot: unknown): snapshot is AnyMachineSnapshot =>
  typeof snapshot === 'object' && snapshot !== null && 'machine' in snapshot && '_nodes' in snapshot

/** Makes a recorder. It holds no actor and no secret. */
export function createRecorder({ version, page, now = Date.now, later }: RecorderOptions): Recorder {
  const masker = createMasker()
  const watched = new Map<string, Watched>()
  const sources = new WeakMap<object, { from?: string; at: number }>()
  const hashes: Record<string, { hash: string }> = {}
  const hearers = new Set<() => void>()
  const startedAt = new Date(now()).toISOString()
  let steps: Step[] = []
  /** About how many letters each of the steps takes, and all of them. */
  let sizes: number[] = []
  let letters = 0
  let next = 1
  let isPaused = false
  let read: Recording | null = null
  let isTelling = false

  const changed = () => {
    read = null
    if (isTelling || hearers.size === 0) return
    isTelling = true
    const tell = () => {
      isTelling = false
      for (const hear of hearers) hear()
    }
    if (later) later(tell)
    else tell()
  }
  const watch = (ref: AnyActor): Watched => {
    const known = watched.get(ref.sessionId)
    if (known) return known
    const machine = (ref.logic as { id?: unknown; config?: { meta?: { secret?: string[] } } } | undefined) ?? {}
    const isOfMachine = typeof machine.id === 'string' && 'root' in machine
    const made: Watched = {
      seen: {
        id: ref.sessionId,
        name: isOfMachine && !ref._parent ? String(machine.id) : ref.id,
        ...(ref._parent ? { parent: ref._parent.sessionId } : ref.id !== ref.sessionId && { about: ref.id }),
        ...(isOfMachine && { machine: String(machine.id) }),
        ...(typeof ref.src === 'string' && { src: ref.src }),
        startedAt: now(),
        status: 'active',
      },
      ref: new WeakRef(ref),
      before: null,
      context: null,
      count: 0,
      micros: [],
      emitted: [],
      secrets: machine.config?.meta?.secret ?? [],
      heard: null,
    }
    watched.set(ref.sessionId, made)
    if (isOfMachine) {
      hashes[made.seen.machine!] ??= { hash: hashOf(ref.logic as never) }
      made.heard = ref.on('*', (event: unknown) => {
        if (!isPaused) made.emitted.push(masker.copy(event, made.secrets))
      })
    }
    return made
  }
  const hear = (event: InspectionEvent) => {
    const ref = event.actorRef as AnyActor
    if (event.type === '@xstate.event') {
      const from = (event.sourceRef as AnyActor | undefined)?.sessionId
      sources.set(event.event, { at: now(), ...(from !== undefined && { from }) })
      return
    }
    const it = watch(ref)
    if (event.type === '@xstate.microstep')
      it.micros.push({ taken: event._transitions, nodes: (event.snapshot as AnyMachineSnapshot)._nodes })
    else if (event.type === '@xstate.snapshot') step(it, ref, event.event, event.snapshot as AnyMachineSnapshot)
    else if (event.type === '@xstate.actor') changed()
  }
  const step = (it: Watched, ref: AnyActor, event: { type: string }, snapshot: AnyMachineSnapshot) => {
    const { before, micros: heard, emitted } = it
    it.micros = []
    it.emitted = []
    const { endedAt: _, ...seen } = it.seen
    it.seen = { ...seen, status: snapshot.status }
    if (snapshot.status !== 'active') {
      it.seen.endedAt = now()
      it.heard?.unsubscribe()
      if (event.type === 'xstate.stop') return changed()
    }
    if (!isMachine(snapshot)) {
      changed()
      return
    }
    it.before = snapshot.status === 'active' ? snapshot : null
    if (isPaused) return
    const context = masker.copy(snapshot.context, it.secrets)
    const isWhole = it.count % WHOLE === 0
    it.count += 1
    const { from, at = now() } = sources.get(event) ?? {}
    const changes = isWhole ? [] : differences(it.context, context)
    const micros = event.type === 'xstate.init' ? startOf(ref, (event as { input?: unknown }).input) : heard
    const taken = micros.flatMap((micro) => micro.taken)
    const isTaken = taken.length > 0 || before === null
    const guards = [
      ...askedOf(before, event),
      ...taken.filter(({ eventType }) => eventType !== event.type).flatMap(saidOf),
    ]
    const own = namesIn(before?._nodes ?? [], before ? micros : [...micros, { taken: [], nodes: snapshot._nodes }])
    const made: Step = {
      n: next++,
      at,
      actor: ref.sessionId,
      ...(from !== undefined && { from }),
      event: masker.copy(event, it.secrets),
      outcome: isTaken ? 'taken' : guards.some(({ says }) => !says) ? 'refused' : 'ignored',
      transitions: taken.map(nameOf),
      guards,
      ...own,
      emitted,
      value: masker.copy(snapshot.value),
      status: snapshot.status,
      changes,
      ...(isWhole && { whole: context }),
    }
    it.context = context
    steps.push(made)
    const size = sizeOf(made)
    sizes.push(size)
    letters += size
    drop()
    changed()
  }
  const drop = () => {
    while (steps.length > MOST_STEPS || (letters > MOST_LETTERS && steps.length > 1)) {
      const [oldest] = steps
      const after = steps.findIndex(({ actor }, index) => index > 0 && actor === oldest!.actor)
      const heir = steps[after]
      if (heir && heir.whole === undefined)
        steps[after] = { ...heir, whole: contextAt(steps, heir.actor, heir.n), changes: [] }
      // One that became whole shares its context with what is there: it takes no more than before.
      letters -= sizes.shift()!
      steps.shift()
    }
  }
  const recorder: Recorder = {
    hear,
    adopt(running) {
      for (const ref of running as readonly AnyActor[]) {
        const snapshot = ref.getSnapshot() as AnyMachineSnapshot | undefined
        if (snapshot?.status !== 'active') continue
        if (!watched.has(ref.sessionId)) {
          const it = watch(ref)
          // Where it stands now is where its story begins.
          if (isMachine(snapshot)) step(it, ref, { type: 'inspector.attached' }, snapshot)
        }
        if (isMachine(snapshot)) recorder.adopt(Object.values(snapshot.children))
      }
      changed()
    },
    read() {
      read ??= {
        format: 'atelier-recording',
        version: 1,
        app: { version, startedAt, page: masker.copy(page()) as string },
        machines: hashes,
        actors: [...watched.values()].map(({ seen }) => seen),
        steps: [...steps],
        masked: masker.count(),
      }
      return read
    },
    subscribe(hearer) {
      hearers.add(hearer)
      return () => void hearers.delete(hearer)
    },
    actor: (id) => watched.get(id)?.ref.deref(),
    copy: masker.copy,
    pause(paused) {
      isPaused = paused
      // What is missed while it rests is no difference to the step before.
      for (const it of watched.values()) it.count = 0
      changed()
    },
    isPaused: () => isPaused,
    clear() {
      steps = []
      sizes = []
      letters = 0
      for (const [id, it] of watched) {
        it.count = 0
        if (it.seen.status !== 'active') watched.delete(id)
      }
      changed()
    },
    stop() {
      for (const it of watched.values()) it.heard?.unsubscribe()
    },
  }
  return recorder
}

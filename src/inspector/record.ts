import type { AnyActor, AnyMachineSnapshot, AnyTransitionDefinition, InspectionEvent } from 'xstate'
import { evaluateGuard } from 'xstate/guards'
import { guardText, hashOf } from './graph.ts'
import { createMasker, type Masked, type Masker } from './mask.ts'
import { differences } from './patch.ts'
import { type Asked, contextAt, type Recording, type SeenActor, type Step } from './recording.ts'

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
  taken: AnyTransitionDefinition[]
  emitted: Masked[]
  secrets: readonly string[]
  heard: { unsubscribe: () => void } | null
}

/** Collects what the machines do, masked before it is kept. */
export interface Recorder {
  hear: (event: InspectionEvent) => void
  /** Takes in actors that were started before anybody listened. */
  adopt: (running: readonly InspectionEvent['actorRef'][]) => void
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

/** The name of a transition in a recording: stable across builds of one definition. */
export const nameOf = (transition: AnyTransitionDefinition): string => {
  const all = transition.source.transitions.get(transition.eventType) ?? transition.source.always ?? []
  return `${transition.source.id}|${transition.eventType}|${Math.max(0, all.indexOf(transition as never))}`
}

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
        name: isOfMachine && ref.id === ref.sessionId ? String(machine.id) : ref.id,
        ...(ref._parent && { parent: ref._parent.sessionId }),
        ...(isOfMachine && { machine: String(machine.id) }),
        ...(typeof ref.src === 'string' && { src: ref.src }),
        startedAt: now(),
        status: 'active',
      },
      ref: new WeakRef(ref),
      before: null,
      context: null,
      count: 0,
      taken: [],
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
    if (event.type === '@xstate.microstep') it.taken.push(...event._transitions)
    else if (event.type === '@xstate.snapshot') step(it, ref, event.event, event.snapshot as AnyMachineSnapshot)
    else if (event.type === '@xstate.actor') changed()
  }
  const step = (it: Watched, ref: AnyActor, event: { type: string }, snapshot: AnyMachineSnapshot) => {
    const { before, taken, emitted } = it
    it.taken = []
    it.emitted = []
    it.seen = { ...it.seen, status: snapshot.status }
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
    const isTaken = taken.length > 0 || before === null
    const guards = askedOf(before, event)
    const own = namesIn(before?._nodes ?? [], snapshot._nodes, taken)
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
  return {
    hear,
    adopt(running) {
      for (const ref of running as readonly AnyActor[]) {
        if (watched.has(ref.sessionId)) continue
        const snapshot = ref.getSnapshot() as AnyMachineSnapshot
        if (snapshot?.status !== 'active') continue
        const it = watch(ref)
        // Where it stands now is where its story begins.
        if (isMachine(snapshot)) step(it, ref, { type: 'inspector.attached' }, snapshot)
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
  }
}

/** About how many letters a step takes. */
const sizeOf = ({ changes, whole, event }: Step): number =>
  200 +
  lettersOf(whole ?? null, 4000) +
  lettersOf(event, 1000) +
  changes.reduce((sum, it) => sum + lettersOf(it.to ?? null, 4000), 0)

function lettersOf(value: Masked, most: number): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 4
  let sum = 2
  for (const [key, item] of Object.entries(value)) {
    sum += key.length + lettersOf(item, most - sum)
    if (sum > most) return sum
  }
  return sum
}

/** Asks the guards of all that the event could lead to, once more: what refused is told by nobody else. */
export function askedOf(snapshot: AnyMachineSnapshot | null, event: { type: string }): Asked[] {
  if (!snapshot) return []
  const asked: Asked[] = []
  for (const node of snapshot._nodes) {
    for (const transition of node.transitions.get(event.type) ?? node.transitions.get('*') ?? []) {
      if (!transition.guard) continue
      asked.push({
        at: nameOf(transition),
        name: guardText(transition.guard),
        says: guardSays(transition, snapshot, event),
      })
    }
  }
  return asked
}

/** What the guard of a transition says of a situation; `true` without one. */
export function guardSays(
  { guard }: AnyTransitionDefinition,
  snapshot: AnyMachineSnapshot,
  event: { type: string },
): boolean {
  if (!guard) return true
  try {
    return evaluateGuard(guard, snapshot.context, event as never, snapshot)
  } catch {
    return false
  }
}

const actionName = (action: unknown): string[] => {
  const name = typeof action === 'string' ? action : (action as { type?: unknown }).type
  return typeof name === 'string' && !/^xstate\.(raise|cancel|spawnChild|stopChild)$/.test(name) ? [name] : []
}

type Nodes = AnyMachineSnapshot['_nodes']

/** What was done by its names, and the children and delays that began and ended, by the states that were left and entered. */
function namesIn(before: Nodes, after: Nodes, taken: readonly AnyTransitionDefinition[]) {
  const left = before.filter((node) => !after.includes(node)).reverse()
  const entered = after.filter((node) => !before.includes(node))
  const children = (nodes: Nodes) => nodes.flatMap(({ invoke }) => invoke.map(({ id }) => id))
  const delays = (nodes: Nodes) => nodes.flatMap(({ after: all }) => all.map(({ delay }) => `after ${String(delay)}`))
  return {
    actions: [
      ...left.flatMap(({ exit }) => exit.flatMap(actionName)),
      ...taken.flatMap(({ actions }) => actions.flatMap(actionName)),
      ...entered.flatMap(({ entry }) => entry.flatMap(actionName)),
    ],
    began: [...new Set([...children(entered), ...delays(entered)])],
    ended: [...new Set([...children(left), ...delays(left)])],
  }
}

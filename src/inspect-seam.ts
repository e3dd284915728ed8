import type { InspectionEvent } from 'xstate'

/** Hears what the machines do. */
type Receiver = (event: InspectionEvent) => void

/** The most that is held for an inspector that may come, and for how long after the first of it, in milliseconds. */
const MOST = 500
const PATIENCE = 10_000

let ring: InspectionEvent[] | null = null
let hasClosed = false
let receive: Receiver | null = null
/** Every actor that was started, for as long as the page has it: an inspector that comes late finds those that run. */
const started = new Set<WeakRef<InspectionEvent['actorRef']>>()

/** Forgets what is held: when somebody signs out, and when nobody asked for it in time. */
export const forgetHeld = (): void => {
  ring = null
}

/** Passes on what a machine does to whoever is attached; until then it is held for a moment, as references. */
export const inspect: Receiver = (event) => {
  if (event.type === '@xstate.actor') {
    if (started.size >= MOST) for (const it of started) if (!it.deref()) started.delete(it)
    started.add(new WeakRef(event.actorRef))
  }
  if (receive) return receive(event)
  if (hasClosed) return
  if (!ring) {
    ring = []
    setTimeout(() => {
      hasClosed = true
      forgetHeld()
    }, PATIENCE)
  }
  if (ring.push(event) > MOST) ring.shift()
}

/**
 * Hands over what is held and passes everything on from then. Gives back the actors that were started before and are still
 * there, and how to stop.
 */
export const attach = (receiver: Receiver): { running: InspectionEvent['actorRef'][]; detach: () => void } => {
  receive = receiver
  const held = ring ?? []
  forgetHeld()
  hasClosed = true
  const running = [...started].flatMap((it) => it.deref() ?? [])
  for (const event of held) receiver(event)
  return {
    running,
    detach() {
      if (receive === receiver) receive = null
    },
  }
}

/** Whether the inspector is to be open: by the address, or because it was before in this tab. */
export const isAsked = (): boolean => {
  try {
    return /[?&]inspect\b/.test(location.search) || !!sessionStorage.getItem(ASKED)
  } catch {
    return false
  }
}

/** Where it stands, for as long as the inspector is open in a tab: it is again after a reload or a redirect. */
export const ASKED = 'atelier:inspect'

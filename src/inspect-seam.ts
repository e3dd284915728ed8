import type { InspectionEvent } from 'xstate'

/** Hears what the machines do. */
type Receiver = (event: InspectionEvent) => void

/** The most that is held for an inspector that may come, and for how long after the first of it, in milliseconds. */
const MOST = 500
const PATIENCE = 10_000

let ring: InspectionEvent[] | null = []
let receive: Receiver | null = null
/** Every actor that was started, for as long as the page has it: an inspector that comes late finds those that run. */
const started = new Set<WeakRef<InspectionEvent['actorRef']>>()

setTimeout(() => {
  ring = null
}, PATIENCE)

/** Forgets what is held: when somebody signs out. */
export const forgetHeld = (): void => {
  ring &&= []
}

/** Passes on what a machine does to whoever is attached; until then it is held for a moment, as references. */
export const inspect: Receiver = (event) => {
  if (event.type === '@xstate.actor') {
    if (started.size > MOST) for (const it of started) if (!it.deref()) started.delete(it)
    started.add(new WeakRef(event.actorRef))
  }
  if (receive) receive(event)
  else if (ring && ring.push(event) > MOST) ring.shift()
}

/** Hands over what is held and passes everything on from then, to nobody by `null`. Gives back all that was started before. */
export const attach = (receiver: Receiver | null): ReadonlySet<WeakRef<InspectionEvent['actorRef']>> => {
  receive = receiver
  if (receiver) ring?.forEach(receiver)
  ring = null
  return started
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

import type { AnyActorRef, InspectionEvent, Subscription } from 'xstate'

/** Hears what the machines do. */
type Receiver = (event: InspectionEvent) => void

/** Where it stands, for as long as the inspector is open in a tab: it is again after a reload or a redirect. */
export const ASKED = 'atelier:inspect'

/** The most that is held for an inspector that was asked for and comes, and for how long, in milliseconds. */
const MOST = 500
const PATIENCE = 10_000

/** Whether the inspector is to be open: by the address, or because it was before in this tab. */
export const isAsked = (): boolean => {
  try {
    return /[?&]inspect\b/.test(location.search) || !!sessionStorage.getItem(ASKED)
  } catch {
    return false
  }
}

const ring: InspectionEvent[] = []
const hold: Receiver = (event) => {
  if (ring.push(event) > MOST) ring.shift()
}
/** Who is told. While it is nobody XState tells nothing at all, and what a machine does costs nothing more. */
let receive = isAsked() ? hold : null
if (receive) setTimeout(() => receive === hold && attach(null), PATIENCE)

/** Every root that was started, for as long as the page has it: an inspector that comes late finds those that run. */
const started = new Set<WeakRef<AnyActorRef>>()
const heard = new WeakMap<AnyActorRef, Subscription | undefined>()

const listen = (actor: AnyActorRef) => {
  heard.get(actor)?.unsubscribe()
  heard.set(actor, receive ? actor.system.inspect(receive) : undefined)
}

/** Enters an actor that is about to start; `told` hears of it from now on whoever looks. */
export const enlist = (actor: AnyActorRef, told?: Receiver): void => {
  if (heard.has(actor)) return
  if (started.size > MOST) for (const it of started) if (!it.deref()) started.delete(it)
  started.add(new WeakRef(actor))
  // It was made before anybody could hear of it.
  for (const to of [receive, told]) to?.({ type: '@xstate.actor', actorRef: actor, rootId: actor.sessionId })
  listen(actor)
  if (told) actor.system.inspect(told)
}

/** Forgets what is held: when somebody signs out. */
export const forgetHeld = (): void => {
  ring.length = 0
}

/** Hands over what is held and has every machine tell from then, nobody by `null`. Gives back the roots that were started before. */
export const attach = (receiver: Receiver | null): AnyActorRef[] => {
  receive = receiver
  if (receiver) ring.forEach(receiver)
  forgetHeld()
  const roots = [...started].flatMap((it) => it.deref() ?? [])
  roots.forEach(listen)
  return roots
}

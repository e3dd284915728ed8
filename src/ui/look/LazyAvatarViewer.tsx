import type { AnyActorRef } from 'xstate'
import { shownPart } from '../kit/part.ts'
import { useWatched } from '../machine.ts'
import { useMoment } from '../moment.ts'
import type { AvatarViewerProps } from '../viewer/AvatarViewer.tsx'
import { AvatarViewerWaiting } from '../viewer/AvatarViewerWaiting.tsx'

const Loaded = shownPart(async () => (await import('../viewer/AvatarViewer.tsx')).AvatarViewer, AvatarViewerWaiting)

/**
 * The viewer as the app uses it: its 3D code comes when it is first shown, and the loader's dots stand in meanwhile.
 * Whoever inspects the app finds its machine, and can show it as it was.
 */
export function LazyAvatarViewer(props: AvatarViewerProps) {
  return <Loaded {...props} useSeen={useSeen} />
}

/** Types of XState are no part of what the viewer tells other pages of. */
function useSeen<A extends object>(actor: A): A {
  const entrance = actor as unknown as AnyActorRef
  useWatched(entrance)
  return useMoment(entrance) as unknown as A
}

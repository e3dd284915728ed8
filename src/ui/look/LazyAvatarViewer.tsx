import type { AnyActorRef } from 'xstate'
import { shownPart } from '../kit/part.ts'
import { useWatched } from '../machine.ts'
import { useMoment } from '../moment.ts'
import type { AvatarViewerProps } from '../viewer/AvatarViewer.tsx'
import { AvatarViewerWaiting } from '../viewer/AvatarViewerWaiting.tsx'

const Loaded = shownPart<AvatarViewerProps>(
  async () => (await import('../viewer/AvatarViewer.tsx')).AvatarViewer,
  AvatarViewerWaiting,
)

/**
 * The viewer as the app uses it: its 3D code comes when it is first shown, and the loader's dots stand in meanwhile.
 * Whoever inspects the app finds its machine, and can show it as it was.
 */
export function LazyAvatarViewer(props: AvatarViewerProps) {
  return <Loaded {...props} useSeen={useSeen} />
}

function useSeen<A extends AnyActorRef>(actor: A): A {
  useWatched(actor)
  return useMoment(actor)
}

import type { AnyActorRef } from 'xstate'
import { lazyComponent } from '../kit/loading/lazy-module.ts'
import { useTimeTravel } from '../time-travel.ts'
import { useRegisterActor } from '../use-machine-actor.ts'
import type { AvatarViewerProps } from '../viewer/AvatarViewer.tsx'
import { AvatarViewerPlaceholder } from '../viewer/AvatarViewerPlaceholder.tsx'

const LoadedViewer = lazyComponent(
  async () => (await import('../viewer/AvatarViewer.tsx')).AvatarViewer,
  AvatarViewerPlaceholder,
)

/**
 * Viewer of the app. The 3D code is lazy; a placeholder shows the loading dots. Registers the viewer's state machine with the
 * inspector.
 */
export function LazyAvatarViewer(props: AvatarViewerProps) {
  return <LoadedViewer {...props} useSeen={useInspectedActor} />
}

/**
 * Registers the viewer's machine with the inspector. Takes any object, because the viewer's public types do not expose XState.
 */
function useInspectedActor<A extends object>(actor: A): A {
  const actorRef = actor as unknown as AnyActorRef
  useRegisterActor(actorRef)
  return useTimeTravel(actorRef) as unknown as A
}

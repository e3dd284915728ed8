import { useAtelier } from '../context.ts'
import { shownPart } from '../kit/part.ts'
import type { AvatarViewerProps } from '../viewer/AvatarViewer.tsx'
import { AvatarViewerWaiting } from '../viewer/AvatarViewerWaiting.tsx'

const Loaded = shownPart<AvatarViewerProps>(
  async () => (await import('../viewer/AvatarViewer.tsx')).AvatarViewer,
  AvatarViewerWaiting,
)

/**
 * The viewer as the app uses it: its 3D code comes when it is first shown, and the loader's dots stand in meanwhile.
 * Whoever inspects the app is told what its machine does.
 */
export function LazyAvatarViewer(props: AvatarViewerProps) {
  const { inspect } = useAtelier()
  return <Loaded {...props} {...(inspect && { inspect })} />
}

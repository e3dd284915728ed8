import { shownPart } from '../kit/part.ts'
import type { AvatarViewerProps } from '../viewer/AvatarViewer.tsx'
import { AvatarViewerWaiting } from '../viewer/AvatarViewerWaiting.tsx'

/** The viewer as the app uses it: its 3D code comes when it is first shown, and the loader's dots stand in meanwhile. */
export const LazyAvatarViewer = shownPart<AvatarViewerProps>(
  async () => (await import('../viewer/AvatarViewer.tsx')).AvatarViewer,
  AvatarViewerWaiting,
)

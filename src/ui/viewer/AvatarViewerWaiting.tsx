import css from './AvatarViewer.module.css'
import type { AvatarViewerProps } from './AvatarViewer.tsx'
import { DotLoader } from './DotLoader.tsx'
import { VIEWER_WORDS } from './words.ts'

/** What stands where the viewer will be while its 3D code is fetched. */
export function AvatarViewerWaiting({ className, style, words }: AvatarViewerProps) {
  return (
    <div className={[css.viewer, className].filter(Boolean).join(' ')} style={style} data-state="loading" aria-busy>
      <DotLoader progress={null} words={{ ...VIEWER_WORDS, ...words }} />
    </div>
  )
}

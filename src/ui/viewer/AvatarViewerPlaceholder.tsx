import css from './AvatarViewer.module.css'
import type { AvatarViewerProps } from './AvatarViewer.tsx'
import { DotLoader } from './DotLoader.tsx'
import { VIEWER_WORDS } from './viewer-words.ts'

/** Placeholder shown while the viewer's 3D code is fetched. */
export function AvatarViewerPlaceholder({ className, style, words }: AvatarViewerProps) {
  return (
    <div className={[css.viewer, className].filter(Boolean).join(' ')} style={style} data-state="loading" aria-busy>
      <DotLoader progress={null} words={{ ...VIEWER_WORDS, ...words }} />
    </div>
  )
}

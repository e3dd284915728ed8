import { lazy, Suspense } from 'react'
import css from './AvatarViewer.module.css'
import type { AvatarViewerProps } from './AvatarViewer.tsx'
import { DotLoader } from './DotLoader.tsx'
import { VIEWER_WORDS } from './words.ts'

const AvatarViewer = lazy(async () => ({ default: (await import('./AvatarViewer.tsx')).AvatarViewer }))

/** The viewer as an app uses it: its 3D code comes when it is first shown, and the loader's dots stand in meanwhile. */
export function LazyAvatarViewer(props: AvatarViewerProps) {
  return (
    <Suspense fallback={<Waiting {...props} />}>
      <AvatarViewer {...props} />
    </Suspense>
  )
}

function Waiting({ className, style, words }: AvatarViewerProps) {
  return (
    <div className={[css.viewer, className].filter(Boolean).join(' ')} style={style} data-state="loading" aria-busy>
      <DotLoader progress={null} words={{ ...VIEWER_WORDS, ...words }} />
    </div>
  )
}

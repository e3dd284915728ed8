import { type RefObject, useEffect, useRef, useState } from 'react'
import type { ModelSource } from '../../machines/viewer/model-source.ts'
import type { ViewerOptions } from '../viewer/embed/options.ts'
import type { AvatarViewerHandle } from '../viewer/props.ts'
import { type DisplayOptions, toViewerOptions } from './display-options.ts'
import { LazyAvatarViewer } from './LazyAvatarViewer.tsx'
import styles from './ModelStage.module.css'
import { useViewerMessages } from './use-viewer-messages.ts'

export interface ComparisonViewerProps {
  source: ModelSource | null
  /** Text alternative of the picture. */
  label: string
  /** First viewer. The cameras of both viewers are synchronised. */
  first: RefObject<AvatarViewerHandle | null>
  look: DisplayOptions
  options?: Partial<ViewerOptions>
}

/** Second viewer, for a comparison of two models. */
export function ComparisonViewer({ source, label, first, look, options }: ComparisonViewerProps) {
  const messages = useViewerMessages()
  const second = useRef<AvatarViewerHandle>(null)
  const container = useRef<HTMLDivElement>(null)
  // On a phone, the compare button is far below the viewer.
  useEffect(() => void container.current?.scrollIntoView({ block: 'nearest' }), [])
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => (isLoaded ? syncCameras(first.current, second.current) : undefined), [isLoaded, first])
  return (
    <div ref={container} className={styles.second} data-second="">
      <LazyAvatarViewer
        // Does not apply emotions and clips, because they belong to the first model.
        {...toViewerOptions({ ...look, emotion: {}, clip: null })}
        {...options}
        ref={second}
        source={source}
        label={label}
        words={messages}
        headroom={64}
        onLoaded={() => setLoaded(true)}
      />
    </div>
  )
}

/** Synchronises the cameras of two viewers. Returns a function that stops the synchronisation. */
function syncCameras(firstViewer: AvatarViewerHandle | null, secondViewer: AvatarViewerHandle | null): () => void {
  const stopFollowing: (() => void)[] = []
  let isStopped = false
  Promise.all([firstViewer?.studio(), secondViewer?.studio()]).then(
    ([firstStudio, secondStudio]) => {
      if (isStopped || !firstStudio || !secondStudio) return
      stopFollowing.push(secondStudio.follow(firstStudio), firstStudio.follow(secondStudio))
    },
    (error) => console.warn(String(error)),
  )
  return () => {
    isStopped = true
    for (const stop of stopFollowing) stop()
  }
}

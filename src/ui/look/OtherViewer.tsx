import { type RefObject, useEffect, useRef, useState } from 'react'
import type { ModelSource } from '../../machines/rules/model-source.ts'
import type { ViewerOptions } from '../viewer/embed/options.ts'
import type { AvatarViewerHandle } from '../viewer/props.ts'
import { LazyAvatarViewer } from './LazyAvatarViewer.tsx'
import { type Look, optionsOf } from './look.ts'
import styles from './ModelStage.module.css'
import { useViewerWords } from './use-viewer-words.ts'

/** Props of {@link OtherViewer}. */
export interface OtherViewerProps {
  source: ModelSource | null
  /** What it shows, in words. */
  label: string
  /** The viewer that it follows, and that follows it. */
  first: RefObject<AvatarViewerHandle | null>
  look: Look
  /** More that it is told. */
  options?: Partial<ViewerOptions>
}

/** The second viewer of a stage: it stands as the first does, and the other way round. */
export function OtherViewer({ source, label, first, look, options }: OtherViewerProps) {
  const words = useViewerWords()
  const second = useRef<AvatarViewerHandle>(null)
  const place = useRef<HTMLDivElement>(null)
  // On a phone it is asked for far below the stage.
  useEffect(() => void place.current?.scrollIntoView({ block: 'nearest' }), [])
  const [isThere, setThere] = useState(false)
  useEffect(() => (isThere ? together(first.current, second.current) : undefined), [isThere, first])
  return (
    <div ref={place} className={styles.second} data-second="">
      <LazyAvatarViewer
        // Faces and clips are each model's own.
        {...optionsOf({ ...look, emotion: {}, clip: null })}
        {...options}
        ref={second}
        source={source}
        label={label}
        words={words}
        headroom={64}
        onLoaded={() => setThere(true)}
      />
    </div>
  )
}

/** Has two viewers follow each other; answers what ends that. */
function together(one: AvatarViewerHandle | null, two: AvatarViewerHandle | null): () => void {
  const ends: (() => void)[] = []
  let isOver = false
  Promise.all([one?.studio(), two?.studio()]).then(
    ([first, second]) => {
      if (isOver || !first || !second) return
      ends.push(second.follow(first), first.follow(second))
    },
    (fault) => console.warn(String(fault)),
  )
  return () => {
    isOver = true
    for (const end of ends) end()
  }
}

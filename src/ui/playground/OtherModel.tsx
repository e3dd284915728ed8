import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useAtelier } from '../context.ts'
import { formatPercent } from '../formats.ts'
import { LazyAvatarViewer } from '../look/LazyAvatarViewer.tsx'
import { type Look, optionsOf } from '../look/look.ts'
import { useViewerWords } from '../look/use-viewer-words.ts'
import type { ViewerOptions } from '../viewer/embed/options.ts'
import type { AvatarViewerHandle } from '../viewer/props.ts'
import { type Comparing, heldWipe, wipeByKey } from './comparing.ts'
import styles from './Examine.module.css'
import { type Given, nameOf, sourceOf } from './playground.ts'

/** Props of {@link OtherModel}. */
export interface OtherModelProps {
  other: Given
  first: RefObject<AvatarViewerHandle | null>
  look: Look
  options: Partial<ViewerOptions>
  comparing: Comparing
  onWipe: (wipe: number) => void
}

/** The model that is compared with the first: it stands as that does, and the other way round. */
export function OtherModel({ other, first, look, options, comparing, onWipe }: OtherModelProps) {
  const { translate } = useAtelier()
  const words = useViewerWords()
  const second = useRef<AvatarViewerHandle>(null)
  const [isThere, setThere] = useState(false)
  // Faces and clips are each model's own.
  const source = useMemo(() => sourceOf([other]), [other])
  useEffect(() => (isThere ? together(first.current, second.current) : undefined), [isThere, first])
  return (
    <>
      <div className={styles.beside} data-second="">
        <LazyAvatarViewer
          {...optionsOf({ ...look, emotion: {}, clip: null })}
          {...options}
          ref={second}
          source={source}
          label={translate('compare.label', { name: nameOf(other) })}
          words={words}
          headroom={64}
          onLoaded={() => setThere(true)}
        />
      </div>
      {comparing.layout === 'wipe' && <DividingLine wipe={comparing.wipe} onWipe={onWipe} />}
    </>
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

/** The line between two models, which hands and arrows move. */
function DividingLine({ wipe, onWipe }: { wipe: number; onWipe: (wipe: number) => void }) {
  const { translate, language } = useAtelier()
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const stage = event.currentTarget.parentElement!.getBoundingClientRect()
    onWipe(heldWipe((event.clientX - stage.left) / stage.width))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = wipeByKey(event.key, wipe)
    if (to === null) return
    event.preventDefault()
    onWipe(to)
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      className={styles.line}
      aria-label={translate('compare.line')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(wipe * 100)}
      aria-valuetext={formatPercent(wipe, language)}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
      onKeyDown={onKeyDown}
    />
  )
}

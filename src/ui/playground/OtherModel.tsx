import { type KeyboardEvent, type PointerEvent, type RefObject, useMemo } from 'react'
import { useAtelier } from '../context.ts'
import { formatPercent } from '../formats.ts'
import type { Look } from '../look/look.ts'
import { OtherViewer } from '../look/OtherViewer.tsx'
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
  const source = useMemo(() => sourceOf([other]), [other])
  return (
    <>
      <OtherViewer {...{ source, first, look, options }} label={translate('compare.label', { name: nameOf(other) })} />
      {comparing.layout === 'wipe' && <DividingLine wipe={comparing.wipe} onWipe={onWipe} />}
    </>
  )
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

import { type KeyboardEvent, type PointerEvent, type RefObject, useMemo } from 'react'
import { useAtelier } from '../context.ts'
import { formatPercent } from '../formats.ts'
import { ComparisonViewer } from '../look/ComparisonViewer.tsx'
import type { DisplayOptions } from '../look/display-options.ts'
import { examineMessages } from '../messages/examine.ts'
import { useTranslate } from '../use-translate.ts'
import type { ViewerOptions } from '../viewer/embed/options.ts'
import type { AvatarViewerHandle } from '../viewer/props.ts'
import { type ComparisonSettings, clampWipe, moveWipeByKey } from './comparison.ts'
import styles from './Examine.module.css'
import { displayNameOf, type FileOrUrl, toModelSource } from './playground-settings.ts'

export interface ComparisonModelProps {
  other: FileOrUrl
  first: RefObject<AvatarViewerHandle | null>
  look: DisplayOptions
  options: Partial<ViewerOptions>
  comparing: ComparisonSettings
  onWipe: (wipe: number) => void
}

/** Second model of a comparison. The cameras of both models move together. */
export function ComparisonModel({ other, first, look, options, comparing, onWipe }: ComparisonModelProps) {
  const translate = useTranslate(examineMessages)
  const source = useMemo(() => toModelSource([other]), [other])
  return (
    <>
      <ComparisonViewer
        {...{ source, first, look, options }}
        label={translate('compare.label', { name: displayNameOf(other) })}
      />
      {comparing.layout === 'wipe' && <DividingLine wipe={comparing.wipe} onWipe={onWipe} />}
    </>
  )
}

/** Divider between two models, moved by pointer and arrow keys. */
function DividingLine({ wipe, onWipe }: { wipe: number; onWipe: (wipe: number) => void }) {
  const translate = useTranslate(examineMessages)
  const { language } = useAtelier()
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const stageRect = event.currentTarget.parentElement!.getBoundingClientRect()
    onWipe(clampWipe((event.clientX - stageRect.left) / stageRect.width))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const nextWipe = moveWipeByKey(event.key, wipe)
    if (nextWipe === null) return
    event.preventDefault()
    onWipe(nextWipe)
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

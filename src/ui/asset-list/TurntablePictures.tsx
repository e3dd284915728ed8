import { type CSSProperties, useEffect, useEffectEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { TURNTABLE_STRIP, type Turntable } from '../../api/contract/pictures.ts'
import { isDataSaverOn } from '../kit/loading/is-data-saver-on.ts'
import { useMediaQuery } from '../use-media-query.ts'
import { useQuery } from '../use-query.ts'
import styles from './TurntablePictures.module.css'

/** Hover time in milliseconds before a turntable strip is requested, so that a crossing pointer requests nothing. */
export const HOVER_DELAY_MS = 150

export interface TurntablePicturesProps {
  /** Requests the turntable strip of an asset: an image with views from all sides. Rejects with `ApiError`. */
  loadTurntable: (id: string, signal: AbortSignal) => Promise<Turntable>
}

/**
 * Rotates the asset's picture that is hovered, or whose row has keyboard focus. The first rendering of a turntable strip takes
 * seconds and shows a progress bar. Disabled for reduced motion and with the data saver. Touch users have the preview instead.
 */
export function TurntablePictures({ loadTurntable }: TurntablePicturesProps) {
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)')
  const picture = useActivePicture()
  const { data, isBusy, refetch } = useQuery({
    queryKey: isStill || isDataSaverOn() ? null : (picture?.dataset['turns'] ?? null),
    debounceMs: HOVER_DELAY_MS,
    queryFn: loadTurntable,
    cacheName: 'turntable',
  })
  const refetchNext = useEffectEvent(refetch)
  // Long polling: the server delays each `drawing` response, so this is no tight loop.
  useEffect(() => {
    if (data?.state === 'drawing') refetchNext()
  }, [data])
  const artElement = picture?.querySelector('img')?.parentElement
  if (!picture || !artElement || isStill) return null
  if (data?.turntableUrl !== undefined)
    return createPortal(<Strip key={data.turntableUrl} src={data.turntableUrl} />, artElement)
  const isPending = data?.state === 'drawing' || (isBusy && data === undefined)
  return isPending ? createPortal(<span className={styles.drawing} aria-hidden="true" />, picture) : null
}

function Strip({ src }: { src: string }) {
  const [isReady, setReady] = useState(false)
  return (
    <span
      className={styles.strip}
      data-ready={isReady || undefined}
      style={{ '--frames': TURNTABLE_STRIP.frames } as CSSProperties}
    >
      <img src={src} alt="" onLoad={() => setReady(true)} />
    </span>
  )
}

const PICTURE_SELECTOR = '[data-turns]'

/**
 * Returns the picture at the pointer. In a grid, the whole tile counts; in a table, only the picture, because the pointer crosses
 * rows.
 */
const pictureAtPointer = (target: EventTarget | null) =>
  target instanceof Element
    ? (target.closest<HTMLElement>(PICTURE_SELECTOR) ??
      target.closest('[data-tile]')?.querySelector<HTMLElement>(PICTURE_SELECTOR) ??
      null)
    : null

const pictureOfFocusedRow = (target: EventTarget | null) =>
  target instanceof Element && target.matches('a:focus-visible')
    ? (target.closest('tr, li')?.querySelector<HTMLElement>(PICTURE_SELECTOR) ?? null)
    : null

/** Returns the hovered picture, or else the picture of the focused row. */
function useActivePicture(): HTMLElement | null {
  const [pointedPicture, setPointedPicture] = useState(() =>
    pictureAtPointer([...document.querySelectorAll('[data-tile]:hover, [data-turns]:hover')].at(-1) ?? null),
  )
  const [focused, setFocused] = useState(() => pictureOfFocusedRow(document.activeElement))
  useEffect(() => {
    const onPointerOver = ({ target, pointerType }: PointerEvent) =>
      setPointedPicture(pointerType === 'touch' ? null : pictureAtPointer(target))
    const onPointerLeave = () => setPointedPicture(null)
    const onFocusIn = ({ target }: FocusEvent) => setFocused(pictureOfFocusedRow(target))
    const onFocusOut = () => setFocused(null)
    const page = document.documentElement
    document.addEventListener('pointerover', onPointerOver)
    page.addEventListener('pointerleave', onPointerLeave)
    document.addEventListener('focusin', onFocusIn)
    document.addEventListener('focusout', onFocusOut)
    return () => {
      document.removeEventListener('pointerover', onPointerOver)
      page.removeEventListener('pointerleave', onPointerLeave)
      document.removeEventListener('focusin', onFocusIn)
      document.removeEventListener('focusout', onFocusOut)
    }
  }, [])
  return pointedPicture ?? focused
}

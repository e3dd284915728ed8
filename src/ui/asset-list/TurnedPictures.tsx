import { type CSSProperties, useEffect, useEffectEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { TURNTABLE, type Turntable } from '../../api/contract/pictures.ts'
import { savesData } from '../kit/saves-data.ts'
import { useAsking } from '../use-asking.ts'
import { useMedia } from '../use-media.ts'
import styles from './TurnedPictures.module.css'

/** How long people point at a picture before its strip is asked for, in milliseconds: not while they cross the list. */
export const POINTED_MS = 150

/** Props of {@link TurnedPictures}. */
export interface TurnedPicturesProps {
  /** The strip of an asset, by its id. Rejects with `ApiError`. */
  ask: (id: string, signal: AbortSignal) => Promise<Turntable>
}

/**
 * Turns the picture that is pointed at, or whose tile is, or whose row has the focus by key: over the icon stands a strip of the model from all
 * around. One that is drawn for the first time takes seconds, in which a bar runs below the picture, for the eye alone:
 * speech has nothing to look forward to. Nothing turns for who wants little motion or saves data, nor under a finger, which has the
 * preview.
 */
export function TurnedPictures({ ask }: TurnedPicturesProps) {
  const isStill = useMedia('(prefers-reduced-motion: reduce)')
  const picture = usePicture()
  const { answer, isBusy, askAgain } = useAsking({
    question: isStill || savesData() ? null : (picture?.dataset['turns'] ?? null),
    rest: POINTED_MS,
    ask,
    keptAs: 'turntable',
  })
  const goOn = useEffectEvent(askAgain)
  // Each such question waits at the server.
  useEffect(() => {
    if (answer?.state === 'drawing') goOn()
  }, [answer])
  const art = picture?.querySelector('img')?.parentElement
  if (!picture || !art || isStill) return null
  if (answer?.turntableUrl !== undefined)
    return createPortal(<Strip key={answer.turntableUrl} src={answer.turntableUrl} />, art)
  const isAwaited = answer?.state === 'drawing' || (isBusy && answer === undefined)
  return isAwaited ? createPortal(<span className={styles.drawing} aria-hidden="true" />, picture) : null
}

function Strip({ src }: { src: string }) {
  const [isReady, setReady] = useState(false)
  return (
    <span
      className={styles.strip}
      data-ready={isReady || undefined}
      style={{ '--frames': TURNTABLE.frames } as CSSProperties}
    >
      <img src={src} alt="" onLoad={() => setReady(true)} />
    </span>
  )
}

const PICTURE = '[data-turns]'

/** Side by side all of a tile is its picture; in a table the pointer crosses rows to read them. */
const pointedIn = (target: EventTarget | null) =>
  target instanceof Element
    ? (target.closest<HTMLElement>(PICTURE) ??
      target.closest('[data-tile]')?.querySelector<HTMLElement>(PICTURE) ??
      null)
    : null

const focusedIn = (target: EventTarget | null) =>
  target instanceof Element && target.matches('a:focus-visible')
    ? (target.closest('tr, li')?.querySelector<HTMLElement>(PICTURE) ?? null)
    : null

/** The picture that is pointed at, else that of the row with the focus. */
function usePicture(): HTMLElement | null {
  const [pointed, setPointed] = useState(() =>
    pointedIn([...document.querySelectorAll('[data-tile]:hover, [data-turns]:hover')].at(-1) ?? null),
  )
  const [focused, setFocused] = useState(() => focusedIn(document.activeElement))
  useEffect(() => {
    const point = ({ target, pointerType }: PointerEvent) =>
      setPointed(pointerType === 'touch' ? null : pointedIn(target))
    const leave = () => setPointed(null)
    const focus = ({ target }: FocusEvent) => setFocused(focusedIn(target))
    const blur = () => setFocused(null)
    const page = document.documentElement
    document.addEventListener('pointerover', point)
    page.addEventListener('pointerleave', leave)
    document.addEventListener('focusin', focus)
    document.addEventListener('focusout', blur)
    return () => {
      document.removeEventListener('pointerover', point)
      page.removeEventListener('pointerleave', leave)
      document.removeEventListener('focusin', focus)
      document.removeEventListener('focusout', blur)
    }
  }, [])
  return pointed ?? focused
}

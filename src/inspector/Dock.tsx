import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useAtelier } from '../ui/context.ts'
import { useWords } from '../ui/use-words.ts'
import { inspectorWords } from '../ui/words/inspector.ts'
import type { Desk } from './desk.ts'
import styles from './Inspector.module.css'
import { LinkBar } from './LinkBar.tsx'
import { Panel, type Side } from './Panel.tsx'
import type { Link } from './protocol.ts'
import type { Recording } from './recording.ts'

interface Place {
  side: Side
  /** Height below, width beside, in pixels. */
  bottom: number
  right: number
}

const KEY = 'atelier:inspector'
const LEAST = 240
/** Pixels that a page of a wide window can be drawn in: where less is left beside the inspector, it lies over the page. */
const LEAST_BESIDE = 768
/** Pixels of the page that stay in sight, however large the inspector. */
const LEAST_SEEN = 80

const watchWindow = (onResize: () => void) => {
  addEventListener('resize', onResize)
  return () => removeEventListener('resize', onResize)
}

function readPlace(): Place {
  const usual: Place = { side: 'bottom', bottom: 432, right: 560 }
  try {
    const { side, bottom, right } = JSON.parse(localStorage.getItem(KEY) ?? '') as Partial<Place>
    return {
      side: side === 'right' ? side : usual.side,
      bottom: Number(bottom) || usual.bottom,
      right: Number(right) || usual.right,
    }
  } catch {
    return usual
  }
}

/** Props of {@link Dock}. */
export interface DockProps {
  desk: Desk
  kept: Promise<Recording | null>
  /** Where the page was asked to send what is recorded. */
  link?: Link | null
  /** Whether the focus goes into it once it is there. */
  takesFocus?: boolean
  onClose: () => void
  onLeave: () => void
}

/** The inspector docked below the page or beside it; where, and how large, is remembered. */
export function Dock({ link, takesFocus = false, ...props }: DockProps) {
  const dock = useRef<HTMLElement>(null)
  const { translate } = useAtelier()
  const [place, setPlace] = useState(readPlace)
  const hasWords = useWords(inspectorWords)
  const { side } = place
  const room = useSyncExternalStore(watchWindow, () => (side === 'bottom' ? innerHeight : innerWidth))
  const most = Math.max(LEAST, room - LEAST_SEEN)
  const size = Math.min(place[side], most)
  useLayoutEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--below', side === 'bottom' ? `${size}px` : '0px')
    style.setProperty('--beside', side === 'right' && room - size >= LEAST_BESIDE ? `${size}px` : '0px')
    return () => {
      style.removeProperty('--below')
      style.removeProperty('--beside')
    }
  }, [side, size, room])
  useEffect(() => {
    if (hasWords && takesFocus) dock.current?.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]')?.focus()
  }, [hasWords, takesFocus])
  const change = (next: Partial<Place>) => {
    const now = { ...place, ...next }
    setPlace(now)
    try {
      localStorage.setItem(KEY, JSON.stringify(now))
    } catch {
      // It lies there for as long as the page is shown.
    }
  }
  const resize = (to: number) => change({ [side]: Math.round(Math.min(most, Math.max(LEAST, to))) })
  const drag = (event: PointerEvent) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId))
      resize(room - (side === 'bottom' ? event.clientY : event.clientX))
  }
  const nudge = (event: KeyboardEvent) => {
    const [more, less] = side === 'bottom' ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight']
    const by = event.key === more ? 24 : event.key === less ? -24 : 0
    if (by === 0) return
    event.preventDefault()
    resize(size + by)
  }
  if (!hasWords) return null
  return (
    <section
      ref={dock}
      className={styles.dock}
      data-side={side}
      style={{ '--size': `${size}px` } as object}
      aria-label={translate('inspector.title')}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a separator that moves is no line between paragraphs */}
      <div
        role="separator"
        className={styles.grab}
        tabIndex={0}
        aria-label={translate('inspector.resize')}
        aria-orientation={side === 'bottom' ? 'horizontal' : 'vertical'}
        aria-valuenow={size}
        aria-valuemin={LEAST}
        aria-valuemax={most}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onKeyDown={nudge}
      />
      {link && <LinkBar link={link} />}
      <Panel {...props} side={side} onSide={(next) => change({ side: next })} />
    </section>
  )
}

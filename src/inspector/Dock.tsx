import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { inspectorMessages } from '../ui/messages/inspector.ts'
import { useMessages } from '../ui/use-messages.ts'
import styles from './Inspector.module.css'
import type { InspectorController } from './inspector-controller.ts'
import { type DockSide, Panel } from './Panel.tsx'
import type { Recording } from './recording.ts'
import { StatelyLinkBar } from './StatelyLinkBar.tsx'
import type { StatelyLink } from './stately-link.ts'

interface DockPlacement {
  side: DockSide
  /** Height of the bottom dock and width of the right dock, in pixels. */
  bottom: number
  right: number
}

const PLACEMENT_KEY = 'atelier:inspector'
const MIN_SIZE_PX = 240
/** Minimum width for a desktop page, in pixels. With less space left, the inspector overlays the page. */
const MIN_PAGE_WIDTH_PX = 768
/** Pixels of the page that stay visible, however large the inspector is. */
const MIN_VISIBLE_PAGE_PX = 80

const watchWindow = (onResize: () => void) => {
  addEventListener('resize', onResize)
  return () => removeEventListener('resize', onResize)
}

function readPlacement(): DockPlacement {
  const defaults: DockPlacement = { side: 'bottom', bottom: 432, right: 560 }
  try {
    const { side, bottom, right } = JSON.parse(localStorage.getItem(PLACEMENT_KEY) ?? '') as Partial<DockPlacement>
    return {
      side: side === 'right' ? side : defaults.side,
      bottom: Number(bottom) || defaults.bottom,
      right: Number(right) || defaults.right,
    }
  } catch {
    return defaults
  }
}

export interface DockProps {
  controller: InspectorController
  previousRecording: Promise<Recording | null>
  /** Connection that sends the recording, if the page's address requests one. */
  link?: StatelyLink | null
  /** Whether to move the focus into the dock once rendered. */
  takesFocus?: boolean
  onClose: () => void
  onLeave: () => void
}

/** Inspector docked at the bottom or the right of the page; side and size are persisted. */
export function Dock({ link, takesFocus = false, ...props }: DockProps) {
  const dock = useRef<HTMLElement>(null)
  const [placement, setPlacement] = useState(readPlacement)
  const translate = useMessages(inspectorMessages)
  const isReady = translate !== undefined
  const { side } = placement
  const windowSize = useSyncExternalStore(watchWindow, () => (side === 'bottom' ? innerHeight : innerWidth))
  const maxSize = Math.max(MIN_SIZE_PX, windowSize - MIN_VISIBLE_PAGE_PX)
  const size = Math.min(placement[side], maxSize)
  useLayoutEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--below', side === 'bottom' ? `${size}px` : '0px')
    style.setProperty('--beside', side === 'right' && windowSize - size >= MIN_PAGE_WIDTH_PX ? `${size}px` : '0px')
    return () => {
      style.removeProperty('--below')
      style.removeProperty('--beside')
    }
  }, [side, size, windowSize])
  useEffect(() => {
    if (isReady && takesFocus) dock.current?.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]')?.focus()
  }, [isReady, takesFocus])
  const updatePlacement = (next: Partial<DockPlacement>) => {
    const updated = { ...placement, ...next }
    setPlacement(updated)
    try {
      localStorage.setItem(PLACEMENT_KEY, JSON.stringify(updated))
    } catch {
      // Without storage, the position lasts until the page unloads.
    }
  }
  const resize = (target: number) =>
    updatePlacement({ [side]: Math.round(Math.min(maxSize, Math.max(MIN_SIZE_PX, target))) })
  const onPointerMove = (event: PointerEvent) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId))
      resize(windowSize - (side === 'bottom' ? event.clientY : event.clientX))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const [growKey, shrinkKey] = side === 'bottom' ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight']
    const delta = event.key === growKey ? 24 : event.key === shrinkKey ? -24 : 0
    if (delta === 0) return
    event.preventDefault()
    resize(size + delta)
  }
  if (!translate) return null
  return (
    <section
      ref={dock}
      className={styles.dock}
      data-side={side}
      style={{ '--size': `${size}px` } as object}
      aria-label={translate('inspector.title')}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a movable separator is not a thematic break */}
      <div
        role="separator"
        className={styles.grab}
        tabIndex={0}
        aria-label={translate('inspector.resize')}
        aria-orientation={side === 'bottom' ? 'horizontal' : 'vertical'}
        aria-valuenow={size}
        aria-valuemin={MIN_SIZE_PX}
        aria-valuemax={maxSize}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={onPointerMove}
        onKeyDown={onKeyDown}
      />
      {link && <StatelyLinkBar link={link} />}
      <Panel {...props} side={side} onSide={(next) => updatePlacement({ side: next })} />
    </section>
  )
}

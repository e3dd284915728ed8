import { type ReactElement, type ReactNode, useRef, useState } from 'react'
import { ButtonContext } from 'react-aria-components/Button'
// Here too, so that no style has to be fetched with the panel: one that failed to come is not asked for again.
import './Listing.module.css'
import { usePart } from './use-part.ts'

const load = async () => (await import('./MenuPanel.tsx')).MenuPanel

/** One line of a menu. */
export interface MenuAction {
  id: string
  label: string
  icon?: ReactNode
  onAction?: () => void
  /** Goes to an address instead of acting. */
  href?: string
  /** The keys that do the same, shown on the right. */
  keys?: readonly string[]
  /** Why it cannot be chosen now, shown on the right; makes the line disabled. */
  disabled?: string | undefined
  /** Destroys something. */
  danger?: boolean
  /** Shows a tick. */
  checked?: boolean
  /** Opens a submenu. */
  items?: readonly MenuGroup[]
}

/** Lines that belong together; groups are parted by a hairline. */
export interface MenuGroup {
  heading?: string
  items: readonly MenuAction[]
}

/** Props of {@link Menu}. */
export interface MenuProps {
  /** The name for screen readers ("Actions for Tide Runner"). */
  label: string
  groups: readonly MenuGroup[]
  /** The button that opens it. */
  children: ReactElement
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end' | 'right top'
  /** Hears opening and closing. */
  onOpenChange?: (open: boolean) => void
}

/**
 * A menu of actions at its button; under 768 pixels it stands at the foot of the screen as a sheet (look.md §14). The
 * menu's code is fetched when the pointer or the focus first reaches the button.
 */
export function Menu({ children, onOpenChange, ...panel }: MenuProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [byKey, setByKey] = useState(false)
  const [MenuPanel, want] = usePart(load)
  const change = (next: boolean) => {
    setOpen(next)
    onOpenChange?.(next)
  }
  const show = async () => {
    change(true)
    if (!(await want())) change(false)
  }
  const button = {
    ref: trigger,
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    onHoverStart: want,
    onFocus: want,
    onPress: (event: { pointerType: string }) => {
      setByKey(event.pointerType === 'keyboard' || event.pointerType === 'virtual')
      show()
    },
    onKeyDown: (event: { key: string; continuePropagation: () => void }) => {
      if (event.key !== 'ArrowDown') return event.continuePropagation()
      setByKey(true)
      show()
    },
  } as const
  return (
    <>
      <ButtonContext value={button}>{children}</ButtonContext>
      {MenuPanel && <MenuPanel {...panel} triggerRef={trigger} byKey={byKey} isOpen={open} onOpenChange={change} />}
    </>
  )
}

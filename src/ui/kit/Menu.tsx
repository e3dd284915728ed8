import type { ReactElement, ReactNode } from 'react'
// Here too, so that no style has to be fetched with the panel: one that failed to come is not asked for again.
import './Listing.module.css'
import { part } from './part.ts'
import { type DropdownButton, useDropdown } from './use-dropdown.ts'

const menuPanel = part(async () => (await import('./MenuPanel.tsx')).MenuPanel)

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
  /** The lines; as a function they are made once the pointer or the focus was at the button. */
  groups: readonly MenuGroup[] | (() => readonly MenuGroup[])
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end' | 'right top'
  /** Hears opening and closing. */
  onOpenChange?: (open: boolean) => void
  /** The button that opens it. */
  children: (button: DropdownButton) => ReactElement
}

/**
 * A menu of actions at its button; under 768 pixels it stands at the foot of the screen as a sheet (look.md §14). The
 * menu's code is fetched when the pointer or the focus first reaches the button.
 */
export function Menu({ children, groups, onOpenChange, ...told }: MenuProps) {
  const { button, Part, opening, byKey } = useDropdown(menuPanel, 'menu', onOpenChange)
  return (
    <>
      {children(button)}
      {Part && <Part {...told} {...opening} groups={typeof groups === 'function' ? groups() : groups} byKey={byKey} />}
    </>
  )
}

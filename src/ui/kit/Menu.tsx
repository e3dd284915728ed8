import { type ReactElement, type ReactNode, useRef, useState } from 'react'
import { ButtonContext } from 'react-aria-components/Button'
import { buttonClass } from './button-class.ts'
import { Icon } from './Icon.tsx'
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

interface Told {
  /** The name for screen readers ("Actions for Tide Runner"). */
  label: string
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end' | 'right top'
  /** Hears opening and closing. */
  onOpenChange?: (open: boolean) => void
}

/** Props of {@link Menu}. */
export interface MenuProps extends Told {
  groups: readonly MenuGroup[]
  /** The button that opens it. */
  children: ReactElement
}

/**
 * A menu of actions at its button; under 768 pixels it stands at the foot of the screen as a sheet (look.md §14). The
 * menu's code is fetched when the pointer or the focus first reaches the button.
 */
export function Menu({ children, groups, ...told }: MenuProps) {
  const { trigger, isOpen, want, show, panelOf } = useMenu(told)
  const button = {
    ref: trigger,
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    onHoverStart: want,
    onFocus: want,
    onPress: ({ pointerType }: { pointerType: string }) =>
      show(pointerType === 'keyboard' || pointerType === 'virtual'),
    onKeyDown: (event: { key: string; continuePropagation: () => void }) => {
      if (event.key === 'ArrowDown') show(true)
      else event.continuePropagation()
    },
  } as const
  return (
    <>
      <ButtonContext value={button}>{children}</ButtonContext>
      {panelOf(() => groups)}
    </>
  )
}

/** Props of {@link PlainMenu}. */
export interface PlainMenuProps extends Told {
  /** Asked for once the pointer or the focus was at the button. */
  groupsOf: () => readonly MenuGroup[]
  icon: ReactNode
}

/** A {@link Menu} at a glyph that is the browser's own button, for the rows of a list: there are many of them. */
export function PlainMenu({ groupsOf, icon, ...told }: PlainMenuProps) {
  const { trigger, isOpen, want, show, panelOf } = useMenu(told)
  return (
    <>
      <button
        ref={trigger}
        type="button"
        // Else Safari gives it no focus when it is pressed, and the menu none back.
        tabIndex={0}
        className={buttonClass({ variant: 'ghost', square: true })}
        aria-label={told.label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={want}
        onFocus={want}
        // What keys and most screen readers press counts no clicks.
        onClick={({ detail }) => show(detail === 0)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          show(true)
        }}
      >
        <Icon>{icon}</Icon>
      </button>
      {panelOf(groupsOf)}
    </>
  )
}

function useMenu({ onOpenChange, ...told }: Told) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [byKey, setByKey] = useState(false)
  const [MenuPanel, want] = usePart(load)
  const change = (next: boolean) => {
    setOpen(next)
    onOpenChange?.(next)
  }
  const show = async (isByKey: boolean) => {
    setByKey(isByKey)
    change(true)
    if (!(await want())) change(false)
  }
  const panelOf = (groupsOf: () => readonly MenuGroup[]) =>
    MenuPanel && (
      <MenuPanel
        {...told}
        groups={groupsOf()}
        triggerRef={trigger}
        byKey={byKey}
        isOpen={isOpen}
        onOpenChange={change}
      />
    )
  return { trigger, isOpen, want, show, panelOf }
}

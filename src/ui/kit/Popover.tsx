import { type ReactElement, type ReactNode, useRef, useState } from 'react'
import { Popover as AriaPopover, Dialog } from 'react-aria-components/Popover'
import styles from './Listing.module.css'
import type { DropdownButton } from './use-dropdown.ts'

/** Props of {@link Popover}. */
export interface PopoverProps {
  /** The name for screen readers. */
  label: string
  /** The button that opens it. */
  trigger: (button: DropdownButton) => ReactElement
  children: ReactNode
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end' | 'left top' | 'right top'
}

/** A small floating panel at its button; holds whatever is put in. */
export function Popover({ label, trigger, children, placement = 'bottom end' }: PopoverProps) {
  const triggerRef = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {trigger({
        ref: triggerRef,
        'aria-haspopup': 'dialog',
        'aria-expanded': isOpen,
        onClick: () => setOpen(true),
      })}
      <AriaPopover
        triggerRef={triggerRef}
        isOpen={isOpen}
        onOpenChange={setOpen}
        placement={placement}
        offset={4}
        className={styles.pop!}
      >
        <Dialog aria-label={label} className={styles.inside!}>
          {children}
        </Dialog>
      </AriaPopover>
    </>
  )
}

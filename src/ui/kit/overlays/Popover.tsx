import { type ReactElement, type ReactNode, useRef, useState } from 'react'
import { Popover as AriaPopover, Dialog } from 'react-aria-components/Popover'
import styles from '../Listing.module.css'
import type { DropdownButtonProps } from './use-dropdown.ts'

export interface PopoverProps {
  label: string
  trigger: (button: DropdownButtonProps) => ReactElement
  children: ReactNode
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end' | 'left top' | 'right top'
}

/** Floating panel at its button, with any content. */
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

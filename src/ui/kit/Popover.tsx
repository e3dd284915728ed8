import type { ReactElement, ReactNode } from 'react'
import { Popover as AriaPopover, Dialog, DialogTrigger } from 'react-aria-components/Popover'
import { classes } from './classes.ts'
import { given } from './given.ts'
import styles from './Listing.module.css'

/** Props of {@link Popover}. */
export interface PopoverProps {
  /** The name for screen readers. */
  label: string
  /** The button that opens it. */
  trigger: ReactElement
  children: ReactNode | ((close: () => void) => ReactNode)
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end' | 'left top' | 'right top'
  isOpen?: boolean | undefined
  onOpenChange?: (open: boolean) => void
  className?: string | undefined
}

/** A small floating panel at its button; holds whatever is put in. */
export function Popover({
  label,
  trigger,
  children,
  placement = 'bottom end',
  isOpen,
  onOpenChange,
  className,
}: PopoverProps) {
  return (
    <DialogTrigger {...given({ isOpen, onOpenChange })}>
      {trigger}
      <AriaPopover placement={placement} offset={4} className={classes(styles.pop, className)}>
        <Dialog aria-label={label} className={styles.inside!}>
          {({ close }) => (typeof children === 'function' ? children(close) : children)}
        </Dialog>
      </AriaPopover>
    </DialogTrigger>
  )
}

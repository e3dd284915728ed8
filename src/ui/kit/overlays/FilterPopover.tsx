import type { ReactNode } from 'react'
import { Dialog, Popover } from 'react-aria-components/Popover'
import { Button } from '../Button.tsx'
import styles from '../Listing.module.css'
import type { DropdownState } from './use-dropdown.ts'

export interface FilterPopoverProps extends DropdownState {
  label: string
  value: readonly string[]
  /** Called with the chosen ids, or `[]` when cleared. */
  onChange: (ids: string[]) => void
  /** Allows several choices; the popover stays open after a selection. */
  multiple?: boolean | undefined
  clearText: string
  /** Renders the choices. `select` reports a selection. */
  children: (select: (ids: string[]) => void) => ReactNode
}

/** Popover of a filter: the choices, and a clear button. */
export function FilterPopover(props: FilterPopoverProps) {
  const { label, value, onChange, multiple, clearText, triggerRef, isOpen, onOpenChange, children } = props
  const select = (ids: string[]) => {
    onChange(ids)
    if (!multiple) onOpenChange(false)
  }
  const clear = () => {
    onChange([])
    onOpenChange(false)
  }
  return (
    <Popover
      triggerRef={triggerRef}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      className={styles.pop!}
      offset={4}
      placement="bottom start"
    >
      <Dialog aria-label={label} className={styles.inside!}>
        {children(select)}
        {value.length > 0 && (
          <div className={styles.foot}>
            <Button variant="ghost" onClick={clear}>
              {clearText}
            </Button>
          </div>
        )}
      </Dialog>
    </Popover>
  )
}

import type { ReactNode } from 'react'
import { Dialog, Popover } from 'react-aria-components/Popover'
import { Button } from './Button.tsx'
import styles from './Listing.module.css'
import type { Opening } from './use-dropdown.ts'

/** Props of {@link FilterPopover}. */
export interface FilterPopoverProps extends Opening {
  /** The name for screen readers. */
  label: string
  value: readonly string[]
  /** Hears what is chosen by {@link FilterPopoverProps.children}, and none (`[]`) when it is cleared. */
  onChange: (ids: string[]) => void
  /** More than one may be chosen; it then stays open. */
  multiple?: boolean | undefined
  /** The words of the line that clears. */
  clearText: string
  /** What there is to choose from; hands on what was chosen. */
  children: (choose: (ids: string[]) => void) => ReactNode
}

/** What a filter of the filter bar opens: what there is to choose from, and a line that clears. */
export function FilterPopover(props: FilterPopoverProps) {
  const { label, value, onChange, multiple, clearText, triggerRef, isOpen, onOpenChange, children } = props
  const choose = (ids: string[]) => {
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
        {children(choose)}
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

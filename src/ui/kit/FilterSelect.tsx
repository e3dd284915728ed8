import { CaretDownIcon } from '@phosphor-icons/react/CaretDown'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { classes } from './classes.ts'
import styles from './FilterSelect.module.css'
import { Icon } from './Icon.tsx'
// Here too, so that no style has to be fetched with the list: one that failed to come is not asked for again.
import './Listing.module.css'
import type { Choice } from './Option.tsx'
import { usePart } from './use-part.ts'

const load = async () => (await import('./FilterList.tsx')).FilterList

/** Props of {@link FilterSelect}. */
export interface FilterSelectProps {
  /** The filter's name: what the control says while unset. */
  label: string
  items: readonly Choice[]
  /** The chosen ids; empty means unset. */
  value: readonly string[]
  onChange: (ids: string[]) => void
  /** More than one may be chosen; the list then stays open. */
  multiple?: boolean
  icon?: ReactNode
  /** The words of the line that unsets it (Spec: default "Clear"). */
  clearText: string
  /** What the list says when there is nothing to choose. */
  emptyText?: string
  className?: string | undefined
}

/**
 * The filter bar's choice control: 32 pixels high, 140 to 200 wide (Spec §9), a list box with ticks in a popover. The
 * popover's code is fetched when the pointer or the focus first reaches the control.
 */
export function FilterSelect({ icon, className, ...list }: FilterSelectProps) {
  const { label, items, value } = list
  const trigger = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [FilterList, want] = usePart(load)
  const labels = value.map((id) => items.find((item) => item.id === id)?.label ?? id)
  const set = labels.length > 0
  const show = async () => {
    setOpen(true)
    if (!(await want())) setOpen(false)
  }
  return (
    <>
      <Button
        ref={trigger}
        className={classes(styles.filter, className)}
        data-active={set || undefined}
        aria-label={set ? `${label}: ${labels.join(', ')}` : label}
        aria-haspopup="dialog"
        aria-expanded={open}
        onHoverStart={want}
        onFocus={want}
        onPress={show}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') show()
          else event.continuePropagation()
        }}
      >
        {icon && <Icon className={styles.icon}>{icon}</Icon>}
        <span className={styles.words}>{set ? labels.join(', ') : label}</span>
        {labels.length > 1 && <span className={styles.count}>{labels.length}</span>}
        <Icon size="xs" className={styles.caret}>
          <CaretDownIcon />
        </Icon>
      </Button>
      {FilterList && <FilterList {...list} triggerRef={trigger} isOpen={open} onOpenChange={setOpen} />}
    </>
  )
}

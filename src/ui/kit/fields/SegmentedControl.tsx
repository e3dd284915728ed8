import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { BareButton } from '../BareButton.tsx'
import { Icon } from '../Icon.tsx'
import { joinClassNames } from '../join-class-names.ts'
import styles from './SegmentedControl.module.css'

export interface SegmentedControlProps<Id extends string> {
  /** Accessible name ("How to sign in"). */
  label: string
  /** Also shows the accessible name above the control. */
  showsLabel?: boolean
  items: readonly { id: Id; label: string; icon?: ReactNode }[]
  value: Id
  onChange: (id: Id) => void
  size?: 'sm' | 'md'
  /** Fills the width with equal segments. */
  wide?: boolean
  isDisabled?: boolean
  className?: string | undefined
}

/** Segmented control for a few choices, exposed as a radio group. Arrow keys move the focus. */
export function SegmentedControl<Id extends string>(props: SegmentedControlProps<Id>) {
  const { label, items, value, onChange, size = 'md', wide = false, isDisabled = false, showsLabel, className } = props
  const labelId = useId()
  // Roving tabindex: the tab stop is the focused segment, or else the selected segment.
  const [focusedId, setFocusedId] = useState<Id>()
  const tabStopId = items.some(({ id }) => id === (focusedId ?? value)) ? (focusedId ?? value) : items[0]?.id
  const group = (
    <div
      role="radiogroup"
      {...(showsLabel ? { 'aria-labelledby': labelId } : { 'aria-label': label })}
      aria-disabled={isDisabled || undefined}
      className={joinClassNames(styles.segmented, styles[size], wide && styles.wide, className)}
      onKeyDown={moveFocus}
      onBlur={() => setFocusedId(undefined)}
    >
      {items.map(({ id, icon, label: name }) => (
        <BareButton
          key={id}
          role="radio"
          aria-checked={id === value}
          tabIndex={id === tabStopId ? 0 : -1}
          disabled={isDisabled}
          data-selected={id === value || undefined}
          data-disabled={isDisabled || undefined}
          className={styles.segment}
          onFocus={() => setFocusedId(id)}
          onClick={() => id !== value && onChange(id)}
        >
          {icon && <Icon size="sm">{icon}</Icon>}
          {name}
        </BareButton>
      ))}
    </div>
  )
  if (!showsLabel) return group
  return (
    <div className={styles.field}>
      <span id={labelId} className={styles.label}>
        {label}
      </span>
      {group}
    </div>
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** Moves the focus with wrap-around. Space or Enter selects the focused segment. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  if (step === undefined || event.ctrlKey || event.altKey || event.metaKey) return
  const segments = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="radio"]')]
  const index = segments.indexOf(event.target as HTMLElement)
  if (index === -1) return
  event.preventDefault()
  segments.at((index + step) % segments.length)?.focus()
}

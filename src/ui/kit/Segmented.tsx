import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { BareButton } from './BareButton.tsx'
import { classes } from './classes.ts'
import { Icon } from './Icon.tsx'
import styles from './Segmented.module.css'

/** Props of {@link Segmented}. */
export interface SegmentedProps<Id extends string> {
  /** The name for screen readers ("How to sign in"). */
  label: string
  /** Everybody sees the name, above. */
  showsLabel?: boolean
  items: readonly { id: Id; label: string; icon?: ReactNode }[]
  value: Id
  onChange: (id: Id) => void
  size?: 'sm' | 'md'
  /** Fills the line, its segments equally wide. */
  wide?: boolean
  isDisabled?: boolean
  className?: string | undefined
}

/** One choice of a few, all in sight: a group of radio buttons to the screen reader, arrows move the focus. */
export function Segmented<Id extends string>(props: SegmentedProps<Id>) {
  const { label, items, value, onChange, size = 'md', wide = false, isDisabled = false, showsLabel, className } = props
  const labelId = useId()
  // One of them is reached by Tab: where the focus is, else the one that is chosen.
  const [at, setAt] = useState<Id>()
  const reached = items.some(({ id }) => id === (at ?? value)) ? (at ?? value) : items[0]?.id
  const group = (
    <div
      role="radiogroup"
      {...(showsLabel ? { 'aria-labelledby': labelId } : { 'aria-label': label })}
      aria-disabled={isDisabled || undefined}
      className={classes(styles.segmented, styles[size], wide && styles.wide, className)}
      onKeyDown={moveFocus}
      onBlur={() => setAt(undefined)}
    >
      {items.map(({ id, icon, label: name }) => (
        <BareButton
          key={id}
          role="radio"
          aria-checked={id === value}
          tabIndex={id === reached ? 0 : -1}
          disabled={isDisabled}
          data-selected={id === value || undefined}
          data-disabled={isDisabled || undefined}
          className={styles.segment}
          onFocus={() => setAt(id)}
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

/** Arrows go round; what has the focus is chosen by Space or Enter. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  if (step === undefined || event.ctrlKey || event.altKey || event.metaKey) return
  const segments = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="radio"]')]
  const from = segments.indexOf(event.target as HTMLElement)
  if (from === -1) return
  event.preventDefault()
  segments.at((from + step) % segments.length)?.focus()
}

import { type ReactNode, useId } from 'react'
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup'
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

/** One choice of a few, all in sight: a group of radio buttons to the screen reader, arrows move. */
export function Segmented<Id extends string>(props: SegmentedProps<Id>) {
  const { label, items, value, onChange, size = 'md', wide = false, isDisabled = false, showsLabel, className } = props
  const labelId = useId()
  const group = (
    <ToggleButtonGroup
      {...(showsLabel ? { 'aria-labelledby': labelId } : { 'aria-label': label })}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={([key]) => key !== undefined && onChange(key as Id)}
      isDisabled={isDisabled}
      className={classes(styles.segmented, styles[size], wide && styles.wide, className)}
    >
      {items.map((item) => (
        <ToggleButton key={item.id} id={item.id} className={styles.segment!}>
          {item.icon && <Icon size="sm">{item.icon}</Icon>}
          {item.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
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

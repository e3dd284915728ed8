import { MagnifyingGlassIcon } from '@phosphor-icons/react/MagnifyingGlass'
import { XIcon } from '@phosphor-icons/react/X'
import { type ReactNode, useRef } from 'react'
import { classes } from './classes.ts'
import fields from './Field.module.css'
import { Icon } from './Icon.tsx'
import styles from './SearchField.module.css'

/** Props of {@link SearchBox}. */
export interface SearchBoxProps {
  /** The name for screen readers; the placeholder is what the eye sees. */
  label: string
  placeholder?: string
  /** The name of the button that empties the field ("Clear"). */
  clearLabel: string
  /** Default: a magnifying glass. */
  icon?: ReactNode
  value: string
  onChange: (value: string) => void
  maxLength?: number
  className?: string | undefined
}

/**
 * The filter bar's text filter: 32 pixels high, icon first, empties by its button and by Escape. The browser's own field,
 * because every list's first load has it; where a list of results belongs to it, there is `SearchField`.
 */
export function SearchBox({
  label,
  placeholder,
  clearLabel,
  icon,
  value,
  onChange,
  maxLength,
  className,
}: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  const clear = () => {
    onChange('')
    input.current?.focus()
  }
  return (
    <div className={classes(fields.field, styles.search, className)} data-empty={value === '' ? '' : undefined}>
      <span className={classes(fields.input, styles.box)}>
        <Icon>{icon ?? <MagnifyingGlassIcon />}</Icon>
        <input
          ref={input}
          type="search"
          aria-label={label}
          placeholder={placeholder}
          maxLength={maxLength}
          value={value}
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || value === '') return
            event.preventDefault()
            event.stopPropagation()
            onChange('')
          }}
        />
        <button
          type="button"
          tabIndex={-1}
          aria-label={clearLabel}
          className={classes(fields.inner, styles.clear)}
          onClick={clear}
        >
          <Icon size="xs">
            <XIcon weight="bold" />
          </Icon>
        </button>
      </span>
    </div>
  )
}

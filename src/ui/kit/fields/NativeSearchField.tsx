import { MagnifyingGlassIcon } from '@phosphor-icons/react/MagnifyingGlass'
import { XIcon } from '@phosphor-icons/react/X'
import { type ReactNode, useRef } from 'react'
import fields from '../Field.module.css'
import { Icon } from '../Icon.tsx'
import { joinClassNames } from '../join-class-names.ts'
import styles from './SearchField.module.css'

export interface NativeSearchFieldProps {
  /** Accessible name; the placeholder is the visible label. */
  label: string
  placeholder?: string
  clearLabel: string
  /** Default: a magnifying glass. */
  icon?: ReactNode
  value: string
  onChange: (value: string) => void
  maxLength?: number
  className?: string | undefined
}

/**
 * Text filter of the filter bar, cleared by its button or Escape. Native, because the initial load of every list includes it.
 * With a list of results, use `SearchField`.
 */
export function NativeSearchField({
  label,
  placeholder,
  clearLabel,
  icon,
  value,
  onChange,
  maxLength,
  className,
}: NativeSearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const clear = () => {
    onChange('')
    input.current?.focus()
  }
  return (
    <div className={joinClassNames(fields.field, styles.search, className)} data-empty={value === '' ? '' : undefined}>
      <span className={joinClassNames(fields.input, styles.box)}>
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
          className={joinClassNames(fields.inner, styles.clear)}
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

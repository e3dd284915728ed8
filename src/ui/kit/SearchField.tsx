import { MagnifyingGlassIcon } from '@phosphor-icons/react/MagnifyingGlass'
import { XIcon } from '@phosphor-icons/react/X'
import type { ReactNode } from 'react'
import {
  type SearchFieldProps as AriaProps,
  SearchField as AriaSearchField,
  Button,
  Input,
} from 'react-aria-components/SearchField'
import { classes } from './classes.ts'
import fields from './Field.module.css'
import { given } from './given.ts'
import { Icon } from './Icon.tsx'
import styles from './SearchField.module.css'

/** Props of {@link SearchField}; React Aria's own (`value`, `onChange`, `onSubmit`, `onClear`) pass through. */
export interface SearchFieldProps extends Omit<AriaProps, 'children' | 'className' | 'aria-label'> {
  /** The name for screen readers; the placeholder is what the eye sees. */
  label: string
  placeholder?: string
  /** The name of the button that empties the field ("Clear"). */
  clearLabel: string
  /** Default: a magnifying glass. */
  icon?: ReactNode
  className?: string | undefined
}

/** The filter bar's text filter: 32 pixels high, icon first, empties by its button and by Escape. */
export function SearchField({ label, placeholder, clearLabel, icon, className, ...rest }: SearchFieldProps) {
  return (
    <AriaSearchField {...rest} aria-label={label} className={classes(fields.field, styles.search, className)}>
      <span className={fields.input}>
        <Icon>{icon ?? <MagnifyingGlassIcon />}</Icon>
        <Input {...given({ placeholder })} />
        <Button aria-label={clearLabel} className={classes(fields.inner, styles.clear)}>
          <Icon size="xs">
            <XIcon weight="bold" />
          </Icon>
        </Button>
      </span>
    </AriaSearchField>
  )
}

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
  /** A list box of what was found stands with it, which the arrows walk while the field keeps the focus. */
  hasList?: boolean
  /** Default: a magnifying glass. */
  icon?: ReactNode
  className?: string | undefined
}

/** What makes a combobox of a field whose list is always there; which list that is, and where one is in it, React Aria says. */
const WITH_LIST = { role: 'combobox', 'aria-expanded': true, 'aria-haspopup': 'listbox' } as const

/** The filter bar's text filter: 32 pixels high, icon first, empties by its button and by Escape. */
export function SearchField(props: SearchFieldProps) {
  const { label, placeholder, clearLabel, hasList = false, icon, className, ...rest } = props
  return (
    // Of the two only a plain text may be a combobox.
    <AriaSearchField
      {...rest}
      {...(hasList && { type: 'text' })}
      aria-label={label}
      className={classes(fields.field, styles.search, className)}
    >
      <span className={fields.input}>
        <Icon>{icon ?? <MagnifyingGlassIcon />}</Icon>
        <Input {...given({ placeholder })} {...(hasList && WITH_LIST)} />
        <Button aria-label={clearLabel} className={classes(fields.inner, styles.clear)}>
          <Icon size="xs">
            <XIcon weight="bold" />
          </Icon>
        </Button>
      </span>
    </AriaSearchField>
  )
}

import { MagnifyingGlassIcon } from '@phosphor-icons/react/MagnifyingGlass'
import { XIcon } from '@phosphor-icons/react/X'
import type { ReactNode } from 'react'
import {
  type SearchFieldProps as AriaProps,
  SearchField as AriaSearchField,
  Button,
  Input,
} from 'react-aria-components/SearchField'
import fields from '../Field.module.css'
import { Icon } from '../Icon.tsx'
import { joinClassNames } from '../join-class-names.ts'
import { omitUndefinedProps } from '../omit-undefined-props.ts'
import styles from './SearchField.module.css'

/** Props of {@link SearchField}. React Aria's own (`value`, `onChange`, `onSubmit`, `onClear`) are passed on. */
export interface SearchFieldProps extends Omit<AriaProps, 'children' | 'className' | 'aria-label'> {
  /** Accessible name; the placeholder is the visible label. */
  label: string
  placeholder?: string
  clearLabel: string
  /** Whether the field has a list of results. Arrow keys move through the list while the field keeps the focus. */
  hasList?: boolean
  /** Default: a magnifying glass. */
  icon?: ReactNode
  className?: string | undefined
}

/** Attributes of a combobox whose list is always open. React Aria adds the ids of the list and the active option. */
const COMBOBOX_PROPS = { role: 'combobox', 'aria-expanded': true, 'aria-haspopup': 'listbox' } as const

/** Search field, cleared by its button or Escape. Unlike `NativeSearchField`, this field can control a list of results. */
export function SearchField(props: SearchFieldProps) {
  const { label, placeholder, clearLabel, hasList = false, icon, className, ...rest } = props
  return (
    // Role `combobox` is valid for input type `text`, but not for `search`.
    <AriaSearchField
      {...rest}
      {...(hasList && { type: 'text' })}
      aria-label={label}
      className={joinClassNames(fields.field, styles.search, className)}
    >
      <span className={fields.input}>
        <Icon>{icon ?? <MagnifyingGlassIcon />}</Icon>
        <Input {...omitUndefinedProps({ placeholder })} {...(hasList && COMBOBOX_PROPS)} />
        <Button aria-label={clearLabel} className={joinClassNames(fields.inner, styles.clear)}>
          <Icon size="xs">
            <XIcon weight="bold" />
          </Icon>
        </Button>
      </span>
    </AriaSearchField>
  )
}

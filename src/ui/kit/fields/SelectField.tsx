import { CaretUpDownIcon } from '@phosphor-icons/react/CaretUpDown'
import type { ReactNode } from 'react'
import { Button, ListBox, Popover, Select, SelectValue } from 'react-aria-components/Select'
import fields from '../Field.module.css'
import { Icon } from '../Icon.tsx'
import { joinClassNames } from '../join-class-names.ts'
import listing from '../Listing.module.css'
import { omitUndefinedProps } from '../omit-undefined-props.ts'
import type { FieldText } from './BareField.tsx'
import { FieldFoot, FieldHead } from './FieldParts.tsx'
import { type Choice, ChoiceIcon, ListBoxOption } from './ListBoxOption.tsx'
import styles from './SelectField.module.css'

export interface SelectFieldProps extends FieldText {
  items: readonly Choice[]
  /** Selected id, or null for none. */
  value: string | null
  onChange: (id: string) => void
  placeholder: string
  /** Content after the selected label, such as a chip "Guessed". Announced with the label. */
  note?: ReactNode
  name?: string
  size?: 'md' | 'lg' | 'xl'
  isDisabled?: boolean | undefined
  onBlur?: () => void
  className?: string | undefined
}

export function SelectField(props: SelectFieldProps) {
  const {
    label,
    labelEnd,
    description,
    error,
    items,
    value,
    onChange,
    placeholder,
    note,
    name,
    size = 'md',
    onBlur,
  } = props
  const chosen = items.find((item) => item.id === value)
  return (
    <Select
      {...omitUndefinedProps({ name, isDisabled: props.isDisabled, onBlur })}
      selectedKey={value}
      onSelectionChange={(key) => key !== null && onChange(String(key))}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className={joinClassNames(fields.field, props.className)}
    >
      <FieldHead label={label} labelEnd={labelEnd} />
      <Button className={joinClassNames(fields.input, size !== 'md' && fields[size], styles.control)}>
        {chosen ? <ChoiceIcon {...chosen} /> : null}
        <SelectValue className={joinClassNames(styles.value, !chosen && styles.unset)}>
          <span className={styles.words}>{chosen?.label ?? placeholder}</span>
          {note && <> {note}</>}
        </SelectValue>
        <Icon size="sm" className={styles.caret}>
          <CaretUpDownIcon />
        </Icon>
      </Button>
      <FieldFoot description={description} error={error} />
      <Popover className={listing.pop!} offset={4} placement="bottom start">
        <ListBox items={items} className={listing.list!}>
          {(choice) => <ListBoxOption choice={choice} />}
        </ListBox>
      </Popover>
    </Select>
  )
}

import { MinusIcon } from '@phosphor-icons/react/Minus'
import { PlusIcon } from '@phosphor-icons/react/Plus'
import { NumberField as AriaNumberField, Button, Group, Input, Label } from 'react-aria-components/NumberField'
import fields from '../Field.module.css'
import { Icon } from '../Icon.tsx'
import { joinClassNames } from '../join-class-names.ts'
import styles from './NumberField.module.css'

export interface NumberFieldProps {
  label: string
  value: number
  onChange: (value: number) => void
  min?: number
  lessLabel: string
  moreLabel: string
  autoFocus?: boolean
  className?: string | undefined
}

/** Whole number with minus and plus buttons. Arrow and page keys change it too. */
export function NumberField(props: NumberFieldProps) {
  const { label, value, onChange, min, lessLabel, moreLabel, autoFocus = false, className } = props
  return (
    <AriaNumberField
      value={value}
      onChange={(next) => Number.isFinite(next) && onChange(next)}
      {...(min !== undefined && { minValue: min })}
      step={1}
      autoFocus={autoFocus}
      className={joinClassNames(fields.field, className)}
    >
      <span className={fields.head}>
        <Label className={fields.label!}>{label}</Label>
      </span>
      <Group className={joinClassNames(fields.input, styles.group)}>
        <Button slot="decrement" aria-label={lessLabel} className={styles.step!}>
          <Icon size="sm">
            <MinusIcon weight="bold" />
          </Icon>
        </Button>
        <Input className={styles.number!} />
        <Button slot="increment" aria-label={moreLabel} className={styles.step!}>
          <Icon size="sm">
            <PlusIcon weight="bold" />
          </Icon>
        </Button>
      </Group>
    </AriaNumberField>
  )
}

import { WarningCircleIcon } from '@phosphor-icons/react/WarningCircle'
import type { ReactNode } from 'react'
import { FieldError, Label, Text } from 'react-aria-components/TextField'
import styles from './Field.module.css'
import { Icon } from './Icon.tsx'

/** What every form field can say around its control. */
export interface FieldWords {
  label: string
  /** At the far end of the label's line: a hint ("up to 5 MB") or a link ("Forgot it?"). */
  labelEnd?: ReactNode
  /** Stands under the control while there is no error. */
  description?: ReactNode
  /** Why the value is not accepted; makes the field invalid. Empty or undefined: valid. */
  error?: string | undefined
}

/** The label's line of a field. For use inside a React Aria field. */
export function FieldHead({ label, labelEnd }: Pick<FieldWords, 'label' | 'labelEnd'>) {
  return (
    <span className={styles.head}>
      <Label className={styles.label!}>{label}</Label>
      {labelEnd && <span className={styles.aside}>{labelEnd}</span>}
    </span>
  )
}

/** The error of a field, or its description. For use inside a React Aria field. */
export function FieldFoot({ description, error }: Pick<FieldWords, 'description' | 'error'>) {
  if (error)
    return (
      <FieldError className={styles.error!}>
        <Icon size="sm">
          <WarningCircleIcon />
        </Icon>
        <span>{error}</span>
      </FieldError>
    )
  return description ? (
    <Text slot="description" className={styles.help!}>
      {description}
    </Text>
  ) : null
}

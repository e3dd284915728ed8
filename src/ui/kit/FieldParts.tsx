import { FieldError, Label, Text } from 'react-aria-components/TextField'
import { ErrorWords, type FieldWords } from './BareField.tsx'
import styles from './Field.module.css'

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
        <ErrorWords>{error}</ErrorWords>
      </FieldError>
    )
  return description ? (
    <Text slot="description" className={styles.help!}>
      {description}
    </Text>
  ) : null
}

import { FieldError, Label, Text } from 'react-aria-components/TextField'
import styles from '../Field.module.css'
import { ErrorText, type FieldText } from './BareField.tsx'

/** Label line of a React Aria field. */
export function FieldHead({ label, labelEnd }: Pick<FieldText, 'label' | 'labelEnd'>) {
  return (
    <span className={styles.head}>
      <Label className={styles.label!}>{label}</Label>
      {labelEnd && <span className={styles.aside}>{labelEnd}</span>}
    </span>
  )
}

/** Error or description of a React Aria field. */
export function FieldFoot({ description, error }: Pick<FieldText, 'description' | 'error'>) {
  if (error)
    return (
      <FieldError className={styles.error!}>
        <ErrorText>{error}</ErrorText>
      </FieldError>
    )
  return description ? (
    <Text slot="description" className={styles.help!}>
      {description}
    </Text>
  ) : null
}

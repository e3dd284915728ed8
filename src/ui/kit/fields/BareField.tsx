import { WarningCircleIcon } from '@phosphor-icons/react/WarningCircle'
import { type ReactNode, useId } from 'react'
import styles from '../Field.module.css'
import { Icon } from '../Icon.tsx'
import { joinClassNames } from '../join-class-names.ts'

export interface FieldText {
  label: string
  /** Content at the end of the label's line, such as a hint or a link. */
  labelEnd?: ReactNode
  /** Help text below the control, hidden while an error is shown. */
  description?: ReactNode
  /** Error message, which makes the field invalid. Empty or undefined means valid. */
  error?: string | undefined
}

/** Attributes that link a control to its texts. Spread them onto the control. */
export interface LabelledControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export interface BareFieldProps extends FieldText {
  isReadOnly?: boolean | undefined
  isDisabled?: boolean | undefined
  className?: string | undefined
  children: (control: LabelledControlProps) => ReactNode
}

/** Label, help text and error of a native form control. React Aria's field would enlarge the sign-in page by over a tenth. */
export function BareField(props: BareFieldProps) {
  const { label, labelEnd, description, error, isReadOnly, isDisabled, className, children } = props
  const id = useId()
  const footText = error ? <ErrorText>{error}</ErrorText> : description
  const footId = footText ? `${id}-foot` : undefined
  return (
    <div
      className={joinClassNames(styles.field, className)}
      data-invalid={Boolean(error) || undefined}
      data-readonly={isReadOnly || undefined}
      data-disabled={isDisabled || undefined}
    >
      <span className={styles.head}>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {labelEnd && <span className={styles.aside}>{labelEnd}</span>}
      </span>
      {children({ id, 'aria-describedby': footId, 'aria-invalid': error ? true : undefined })}
      {footText && (
        <span id={footId} className={error ? styles.error : styles.help}>
          {footText}
        </span>
      )}
    </div>
  )
}

export function ErrorText({ children }: { children: string }) {
  return (
    <>
      <Icon size="sm">
        <WarningCircleIcon />
      </Icon>
      <span>{children}</span>
    </>
  )
}

import { WarningCircleIcon } from '@phosphor-icons/react/WarningCircle'
import { type ReactNode, useId } from 'react'
import { classes } from './classes.ts'
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

/** What ties a control to the words around it; to be spread onto it. */
export interface TiedControl {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** Props of {@link BareField}. */
export interface BareFieldProps extends FieldWords {
  isReadOnly?: boolean | undefined
  isDisabled?: boolean | undefined
  className?: string | undefined
  children: (control: TiedControl) => ReactNode
}

/**
 * The words around one of the browser's own controls, tied to it. Whoever signs in fetches no React Aria: that would be a
 * tenth and more of their page.
 */
export function BareField(props: BareFieldProps) {
  const { label, labelEnd, description, error, isReadOnly, isDisabled, className, children } = props
  const id = useId()
  const foot = error ? <ErrorWords>{error}</ErrorWords> : description
  const footId = foot ? `${id}-foot` : undefined
  return (
    <div
      className={classes(styles.field, className)}
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
      {foot && (
        <span id={footId} className={error ? styles.error : styles.help}>
          {foot}
        </span>
      )}
    </div>
  )
}

/** The sentence of an error behind its mark. */
export function ErrorWords({ children }: { children: string }) {
  return (
    <>
      <Icon size="sm">
        <WarningCircleIcon />
      </Icon>
      <span>{children}</span>
    </>
  )
}

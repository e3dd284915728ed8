import { EyeIcon } from '@phosphor-icons/react/Eye'
import { EyeSlashIcon } from '@phosphor-icons/react/EyeSlash'
import { type ComponentProps, type ReactNode, type Ref, useState } from 'react'
import { BareButton } from './BareButton.tsx'
import { BareField, type FieldWords } from './BareField.tsx'
import { classes } from './classes.ts'
import styles from './Field.module.css'
import { Icon } from './Icon.tsx'

/** What of the browser's own a field of one line and one of several share. */
type Shared = 'name' | 'autoComplete' | 'autoFocus' | 'maxLength' | 'placeholder' | 'spellCheck'

/** Props of {@link TextField}; the browser's own (`name`, `type`, `autoComplete`, `maxLength`, …) pass through. */
export interface TextFieldProps extends FieldWords, Pick<ComponentProps<'input'>, Shared> {
  value?: string | undefined
  onChange?: ((value: string) => void) | undefined
  onBlur?: ((event: { target: EventTarget }) => void) | undefined
  /** Of a field of one line. */
  type?: 'text' | 'email' | 'password' | 'url' | undefined
  isReadOnly?: boolean | undefined
  isDisabled?: boolean | undefined
  /** A glyph before the value. */
  icon?: ReactNode
  /** 32 (44 on touch), 40 or 44 pixels high. Default `md`. */
  size?: 'md' | 'lg' | 'xl'
  /** For passwords: the words of the button that shows and hides the value; without them there is no button. */
  reveal?: { show: string; hide: string }
  /** More than one line. */
  lines?: number
  className?: string | undefined
  inputRef?: Ref<HTMLInputElement>
}

/** A labelled text field with its description and error. */
export function TextField(props: TextFieldProps) {
  const { label, labelEnd, description, error, className, isReadOnly, isDisabled, ...control } = props
  const { type = 'text', icon, size = 'md', reveal, lines, inputRef, onChange, ...rest } = control
  const [shown, setShown] = useState(false)
  const own = {
    ...rest,
    readOnly: isReadOnly,
    disabled: isDisabled,
    onChange: ({ target }: { target: { value: string } }) => onChange?.(target.value),
  }
  return (
    <BareField {...{ label, labelEnd, description, error, className, isReadOnly, isDisabled }}>
      {(tied) => (
        <span className={classes(styles.input, size !== 'md' && styles[size], lines !== undefined && styles.area)}>
          {icon && <Icon>{icon}</Icon>}
          {lines ? (
            <textarea {...own} {...tied} rows={lines} />
          ) : (
            <input {...own} {...tied} ref={inputRef} type={reveal && shown ? 'text' : type} />
          )}
          {reveal && (
            <BareButton
              className={styles.inner}
              aria-label={shown ? reveal.hide : reveal.show}
              disabled={isDisabled}
              onClick={() => setShown(!shown)}
            >
              <Icon>{shown ? <EyeSlashIcon /> : <EyeIcon />}</Icon>
            </BareButton>
          )}
        </span>
      )}
    </BareField>
  )
}

import { EyeIcon } from '@phosphor-icons/react/Eye'
import { EyeSlashIcon } from '@phosphor-icons/react/EyeSlash'
import { type ComponentProps, type ReactNode, type Ref, useState } from 'react'
import { BareButton } from '../BareButton.tsx'
import styles from '../Field.module.css'
import { Icon } from '../Icon.tsx'
import { joinClassNames } from '../join-class-names.ts'
import { BareField, type FieldText } from './BareField.tsx'

type SharedInputProp = 'name' | 'autoComplete' | 'autoFocus' | 'maxLength' | 'placeholder' | 'spellCheck'

/** Props of {@link TextField}. Native attributes (`name`, `type`, `autoComplete`, `maxLength`, …) are passed on. */
export interface TextFieldProps extends FieldText, Pick<ComponentProps<'input'>, SharedInputProp> {
  value?: string | undefined
  onChange?: ((value: string) => void) | undefined
  onBlur?: ((event: { target: EventTarget }) => void) | undefined
  type?: 'text' | 'email' | 'password' | 'url' | undefined
  isReadOnly?: boolean | undefined
  isDisabled?: boolean | undefined
  icon?: ReactNode
  /** Height: 32 (44 on touch), 40 or 44 pixels. Default `md`. */
  size?: 'md' | 'lg' | 'xl'
  /** Labels of the button that shows and hides a password. Without labels, no button is shown. */
  reveal?: { show: string; hide: string }
  /** Number of lines; makes the field a text area. */
  lines?: number
  className?: string | undefined
  inputRef?: Ref<HTMLInputElement>
}

export function TextField(props: TextFieldProps) {
  const { label, labelEnd, description, error, className, isReadOnly, isDisabled, ...control } = props
  const { type = 'text', icon, size = 'md', reveal, lines, inputRef, onChange, ...rest } = control
  const [isRevealed, setRevealed] = useState(false)
  const inputProps = {
    ...rest,
    readOnly: isReadOnly,
    disabled: isDisabled,
    onChange: ({ target }: { target: { value: string } }) => onChange?.(target.value),
  }
  return (
    <BareField {...{ label, labelEnd, description, error, className, isReadOnly, isDisabled }}>
      {(controlProps) => (
        <span
          className={joinClassNames(styles.input, size !== 'md' && styles[size], lines !== undefined && styles.area)}
        >
          {icon && <Icon>{icon}</Icon>}
          {lines ? (
            <textarea {...inputProps} {...controlProps} rows={lines} />
          ) : (
            <input {...inputProps} {...controlProps} ref={inputRef} type={reveal && isRevealed ? 'text' : type} />
          )}
          {reveal && (
            <BareButton
              className={styles.inner}
              aria-label={isRevealed ? reveal.hide : reveal.show}
              disabled={isDisabled}
              onClick={() => setRevealed(!isRevealed)}
            >
              <Icon>{isRevealed ? <EyeSlashIcon /> : <EyeIcon />}</Icon>
            </BareButton>
          )}
        </span>
      )}
    </BareField>
  )
}

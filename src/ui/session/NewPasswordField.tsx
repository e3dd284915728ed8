import type { Ref } from 'react'
import { useAtelier } from '../context.ts'
import { TextField } from '../kit/TextField.tsx'

/** Props of {@link NewPasswordField}. */
export interface NewPasswordFieldProps {
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  /** What is wrong with it, as a sentence. */
  error?: string | undefined
  label?: string
  size?: 'md' | 'xl'
  inputRef?: Ref<HTMLInputElement>
}

/** A password to be set: its rules are said before anything is wrong with it. */
export function NewPasswordField({ label, error, size = 'xl', onBlur, inputRef, ...rest }: NewPasswordFieldProps) {
  const { translate } = useAtelier()
  return (
    <TextField
      {...rest}
      {...(onBlur && { onBlur })}
      {...(inputRef && { inputRef })}
      label={label ?? translate('signin.password')}
      type="password"
      name="password"
      autoComplete="new-password"
      size={size}
      description={translate('password.rules')}
      error={error}
      reveal={{ show: translate('signin.show'), hide: translate('signin.hide') }}
    />
  )
}

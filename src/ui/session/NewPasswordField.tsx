import { useAtelier } from '../context.ts'
import type { BoundText } from '../form/use-form-view.ts'
import { TextField } from '../kit/TextField.tsx'

/** Props of {@link NewPasswordField}. */
export interface NewPasswordFieldProps extends BoundText {
  label?: string
  size?: 'md' | 'xl'
}

/** A password to be set: its rules are said before anything is wrong with it. */
export function NewPasswordField({ label, size = 'xl', ...field }: NewPasswordFieldProps) {
  const { translate } = useAtelier()
  return (
    <TextField
      {...field}
      label={label ?? translate('signin.password')}
      type="password"
      autoComplete="new-password"
      size={size}
      description={translate('password.rules')}
      reveal={{ show: translate('signin.show'), hide: translate('signin.hide') }}
    />
  )
}

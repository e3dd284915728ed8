import type { BoundTextField } from '../form/use-form-view.ts'
import { TextField } from '../kit/fields/TextField.tsx'
import { sessionMessages } from '../messages/session.ts'
import { useTranslate } from '../use-translate.ts'

export interface NewPasswordFieldProps extends BoundTextField {
  label?: string
  size?: 'md' | 'xl'
}

/** Field for a new password. The password rules are always shown. */
export function NewPasswordField({ label, size = 'xl', ...field }: NewPasswordFieldProps) {
  const translate = useTranslate(sessionMessages)
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

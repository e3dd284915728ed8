import type { BoundTextField } from '../form/use-form-view.ts'
import { TextField } from '../kit/fields/TextField.tsx'
import { sessionMessages } from '../messages/session.ts'
import { useTranslate } from '../use-translate.ts'

/** Email field, marked up as the user name for password managers. */
export function EmailField(field: BoundTextField) {
  const translate = useTranslate(sessionMessages)
  return <TextField {...field} label={translate('signin.email')} type="email" autoComplete="username" size="xl" />
}

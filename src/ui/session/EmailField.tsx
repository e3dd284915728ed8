import { useAtelier } from '../context.ts'
import type { BoundText } from '../form/use-form-view.ts'
import { TextField } from '../kit/TextField.tsx'

/** The address that tells whose account it is, as password managers look for it. */
export function EmailField(field: BoundText) {
  const { translate } = useAtelier()
  return <TextField {...field} label={translate('signin.email')} type="email" autoComplete="username" size="xl" />
}

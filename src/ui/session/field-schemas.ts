import * as v from 'valibot'
import { Email, Password } from '../../api/contract/auth.ts'
import type { FieldMessageKey } from '../../api/contract/field-message-key.ts'

/** Email schema of the API contract, with message keys as errors. */
export const EmailSchema = v.pipe(
  v.string(),
  v.check((text) => text.trim() !== '', 'signin.emailMissing' satisfies FieldMessageKey),
  v.check((text) => v.is(Email, text), 'signin.emailOdd' satisfies FieldMessageKey),
)

/** Schema of a new password from the API contract, with message keys as errors. */
export const NewPasswordSchema = v.pipe(v.string(), v.nonEmpty('password.missing' satisfies FieldMessageKey), Password)

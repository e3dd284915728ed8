import * as v from 'valibot'
import { Email, Password } from '../../api/contract/auth.ts'

/** The contract's e-mail, its faults said by key. */
export const SaidEmail = v.pipe(
  v.string(),
  v.check((text) => text.trim() !== '', 'signin.emailMissing'),
  v.check((text) => v.is(Email, text), 'signin.emailOdd'),
)

/** The contract's new password, its faults said by key. */
export const SaidPassword = v.pipe(v.string(), v.nonEmpty('password.missing'), Password)

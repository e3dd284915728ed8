import * as v from 'valibot'
import { Email } from '../../api/contract/auth.ts'
import { type FormValues, valueFields } from '../../machines/rules/form.ts'
import type { SessionEvent } from '../../machines/rules/session.ts'
import { PASSWORD_FIELD } from './password-field.ts'
import { SaidEmail } from './said.ts'
import { useAttemptForm } from './use-attempt-form.ts'

/** How one signs in. */
export type Way = 'password' | 'code'

const FORM = {
  schema: v.variant('way', [
    v.object({
      way: v.literal('password'),
      email: SaidEmail,
      password: v.pipe(v.string(), v.nonEmpty('signin.passwordMissing')),
    }),
    v.object({ way: v.literal('code'), email: SaidEmail }),
  ]),
  fields: [...valueFields('way', 'email'), PASSWORD_FIELD],
  initial: { way: 'password', email: '', password: '' },
  purposes: { code: ['email'], verification: ['email'], guest: [] },
  ask: ({ way, email, password }: FormValues, purpose = way): SessionEvent => {
    if (purpose === 'guest') return { type: 'guest.requested' }
    const person = { email: v.parse(Email, email) }
    if (purpose === 'verification') return { type: 'verification.requested', ...person }
    if (purpose === 'code') return { type: 'code.requested', ...person }
    return { type: 'login.submitted', ...person, password: String(password) }
  },
}

/** The form of the page to sign in, apart from its view: that is drawn before there is a session to ask. */
export const useSignInForm = () => useAttemptForm(FORM)

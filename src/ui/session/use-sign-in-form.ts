import * as v from 'valibot'
import { Email } from '../../api/contract/auth.ts'
import type { FieldMessageKey } from '../../api/contract/field-message-key.ts'
import { createValueFields, type FormValues } from '../../machines/form/form.ts'
import type { SessionEvent } from '../../machines/session/session.ts'
import { EmailSchema } from './field-schemas.ts'
import { PASSWORD_FIELD } from './password-field.ts'
import { useSessionForm } from './use-session-form.ts'

export type SignInMethod = 'password' | 'code'

const SIGN_IN_FORM = {
  schema: v.variant('way', [
    v.object({
      way: v.literal('password'),
      email: EmailSchema,
      password: v.pipe(v.string(), v.nonEmpty('signin.passwordMissing' satisfies FieldMessageKey)),
    }),
    v.object({ way: v.literal('code'), email: EmailSchema }),
  ]),
  fields: [...createValueFields('way', 'email'), PASSWORD_FIELD],
  initial: { way: 'password', email: '', password: '' },
  purposes: { code: ['email'], verification: ['email'], guest: [] },
  toEvent: ({ way, email, password }: FormValues, purpose = way): SessionEvent => {
    if (purpose === 'guest') return { type: 'guest.requested' }
    const identity = { email: v.parse(Email, email) }
    if (purpose === 'verification') return { type: 'verification.requested', ...identity }
    if (purpose === 'code') return { type: 'code.requested', ...identity }
    return { type: 'login.submitted', ...identity, password: String(password) }
  },
}

/**
 * Runs the sign-in form. In a separate module, because the prerendered page, which has no session, replaces this module with a
 * stub.
 */
export const useSignInForm = () => useSessionForm(SIGN_IN_FORM)

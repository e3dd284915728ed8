import { Link } from '@tanstack/react-router'
import * as v from 'valibot'
import { Email, PersonName } from '../../api/contract/auth.ts'
import { createValueFields, type FormValues } from '../../machines/form/form.ts'
import type { SessionEvent } from '../../machines/session/session.ts'
import { isAnonymous } from '../../machines/session/session-record.ts'
import { Notice } from '../kit/feedback/Notice.tsx'
import { SegmentedControl } from '../kit/fields/SegmentedControl.tsx'
import { TextField } from '../kit/fields/TextField.tsx'
import { linkClass } from '../kit/link-class.ts'
import { sessionMessages } from '../messages/session.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './AuthForm.module.css'
import { AuthForm } from './AuthForm.tsx'
import { EmailField } from './EmailField.tsx'
import { EmailSchema, NewPasswordSchema } from './field-schemas.ts'
import { NewPasswordField } from './NewPasswordField.tsx'
import { PASSWORD_FIELD } from './password-field.ts'
import { SignInCodeForm } from './SignInCodeForm.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import { type CheckEmail, useEmailCheck } from './use-email-check.ts'
import { useSessionForm } from './use-session-form.ts'

export interface SignUpFormProps {
  /** Returns whether an address has an account. Called when the field loses the focus. */
  emailExists: CheckEmail
  /** Path to open after signing up; passed to the sign-in page. */
  to?: string | undefined
}

type SignUpMethod = 'password' | 'code'

const PERSON_FIELDS = { name: PersonName, email: EmailSchema }
const FORM = {
  schema: v.variant('way', [
    v.object({ way: v.literal('password'), ...PERSON_FIELDS, password: NewPasswordSchema }),
    v.object({ way: v.literal('code'), ...PERSON_FIELDS }),
  ]),
  fields: [...createValueFields('way', 'name', 'email'), PASSWORD_FIELD],
  initial: { way: 'password', name: '', email: '', password: '' },
  fieldByErrorCode: { EMAIL_TAKEN: 'email' },
  toEvent: ({ way, email, password, ...rest }: FormValues): SessionEvent => {
    const name = String(rest['name']).trim()
    const identity = { email: v.parse(Email, email), ...(name && { name }) }
    if (way === 'code') return { type: 'passwordless.submitted', ...identity }
    return { type: 'signup.submitted', ...identity, password: String(password) }
  },
}

/** Form that creates an account, with or without a password. A guest who signs up keeps the account's id and data. */
export function SignUpForm({ emailExists, to }: SignUpFormProps) {
  const translate = useTranslate(sessionMessages)
  const form = useSessionForm(FORM)
  const { check, isKnown } = useEmailCheck(emailExists)
  if (form.isAwaitingCode) return <SignInCodeForm />
  const [way, email] = [form.bind('way'), form.text('email')]
  const isEmailTaken = form.faults['email'] === 'error.EMAIL_TAKEN'
  return (
    <AuthForm
      form={form}
      title={translate('signup.title')}
      description={isAnonymous(form.data) && translate('signup.guest')}
    >
      <SegmentedControl<SignUpMethod>
        label={translate('signup.how')}
        items={[
          { id: 'password', label: translate('signup.withPassword') },
          { id: 'code', label: translate('signup.withoutPassword') },
        ]}
        value={way.value as SignUpMethod}
        onChange={way.onChange}
        wide
      />
      <TextField
        {...form.text('name')}
        label={translate('signup.name')}
        labelEnd={translate('signup.optional')}
        autoComplete="name"
        size="xl"
      />
      <EmailField
        {...email}
        // The notice below the field shows this error.
        error={isEmailTaken ? undefined : email.error}
        onBlur={(event) => {
          email.onBlur(event)
          check(email.value)
        }}
      />
      {(isEmailTaken || isKnown(email.value)) && (
        <Notice tone="info" title={translate('signup.known')}>
          <Link to="/signin" search={{ to }} className={linkClass}>
            {translate('signup.known.signIn')}
          </Link>
        </Notice>
      )}
      {way.value === 'password' ? (
        <NewPasswordField {...form.text('password')} />
      ) : (
        <p className={styles.help}>{translate('signup.code.why')}</p>
      )}
      <SubmitButton isBusy={form.isSending}>
        {translate(way.value === 'code' ? 'signin.sendCode' : 'signup.submit')}
      </SubmitButton>
    </AuthForm>
  )
}

import { Link } from '@tanstack/react-router'
import * as v from 'valibot'
import { Email, PersonName } from '../../api/contract/auth.ts'
import { type FormValues, valueFields } from '../../machines/rules/form.ts'
import type { SessionEvent } from '../../machines/rules/session.ts'
import { isAnonymous } from '../../machines/rules/session-record.ts'
import { useAtelier } from '../context.ts'
import { linkClass } from '../kit/link-class.ts'
import { Notice } from '../kit/Notice.tsx'
import { Segmented } from '../kit/Segmented.tsx'
import { TextField } from '../kit/TextField.tsx'
import { CodeStep } from './CodeStep.tsx'
import { EmailField } from './EmailField.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'
import { PASSWORD_FIELD } from './password-field.ts'
import styles from './SessionForm.module.css'
import { SessionForm } from './SessionForm.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import { SaidEmail, SaidPassword } from './said.ts'
import { useAttemptForm } from './use-attempt-form.ts'
import { type AskEmail, useKnownEmail } from './use-known-email.ts'

/** Props of {@link SignUpForm}. */
export interface SignUpFormProps {
  /** Tells whether an address has an account; asked once the field is left. */
  emailExists: AskEmail
  /** Where the person wants to be afterwards; carried to sign-in. */
  to?: string | undefined
}

type Way = 'password' | 'code'

const PERSON = { name: PersonName, email: SaidEmail }
const FORM = {
  schema: v.variant('way', [
    v.object({ way: v.literal('password'), ...PERSON, password: SaidPassword }),
    v.object({ way: v.literal('code'), ...PERSON }),
  ]),
  fields: [...valueFields('way', 'name', 'email'), PASSWORD_FIELD],
  initial: { way: 'password', name: '', email: '', password: '' },
  places: { EMAIL_TAKEN: 'email' },
  ask: ({ way, email, password, ...rest }: FormValues): SessionEvent => {
    const name = String(rest['name']).trim()
    const person = { email: v.parse(Email, email), ...(name && { name }) }
    if (way === 'code') return { type: 'passwordless.submitted', ...person }
    return { type: 'signup.submitted', ...person, password: String(password) }
  },
}

/** Makes an account, with a password or without one; a guest keeps their id and all that they made. */
export function SignUpForm({ emailExists, to }: SignUpFormProps) {
  const { translate } = useAtelier()
  const form = useAttemptForm(FORM)
  const { check, isKnown } = useKnownEmail(emailExists)
  if (form.isAwaitingCode) return <CodeStep />
  const [way, email] = [form.bind('way'), form.text('email')]
  const wasTaken = form.faults['email'] === 'error.EMAIL_TAKEN'
  return (
    <SessionForm
      form={form}
      title={translate('signup.title')}
      what={isAnonymous(form.data) && translate('signup.guest')}
    >
      <Segmented<Way>
        label={translate('signup.how')}
        items={[
          { id: 'password', label: translate('signup.withPassword') },
          { id: 'code', label: translate('signup.withoutPassword') },
        ]}
        value={way.value as Way}
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
        // What is said of it stands below.
        error={wasTaken ? undefined : email.error}
        onBlur={(event) => {
          email.onBlur(event)
          check(email.value)
        }}
      />
      {(wasTaken || isKnown(email.value)) && (
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
    </SessionForm>
  )
}

import { Link } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import * as v from 'valibot'
import { Email, PersonName } from '../../api/contract/auth.ts'
import { ApiError } from '../../api/contract/errors.ts'
import { isAnonymous } from '../../machines/rules/session-record.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { linkClass } from '../kit/link-class.ts'
import { Notice } from '../kit/Notice.tsx'
import { Segmented } from '../kit/Segmented.tsx'
import { TextField } from '../kit/TextField.tsx'
import { useDocumentTitle } from '../kit/use-document-title.ts'
import { CODE_STATES, CodeStep } from './CodeStep.tsx'
import { faultOf, refusedFor, SaidEmail, SaidPassword } from './faults.ts'
import { NewPasswordField } from './NewPasswordField.tsx'
import { SessionError } from './SessionError.tsx'
import styles from './SessionForm.module.css'
import { useAttempt } from './use-attempt.ts'
import { type AskEmail, useKnownEmail } from './use-known-email.ts'
import { useLeft } from './use-left.ts'

/** Props of {@link SignUpForm}. */
export interface SignUpFormProps {
  /** Tells whether an address has an account; asked once the field is left. */
  emailExists: AskEmail
  /** Where the person wants to be afterwards; carried to sign-in. */
  to?: string | undefined
}

type Way = 'password' | 'code'

/** Makes an account, with a password or without one; a guest keeps their id and all that they made. */
export function SignUpForm({ emailExists, to }: SignUpFormProps) {
  const { translate } = useAtelier()
  const { attempt, attempting, state, data, error } = useAttempt()
  // The step for codes has a title of its own.
  useDocumentTitle(CODE_STATES.includes(state) ? undefined : translate('signup.title'))
  const { check, isKnown } = useKnownEmail(emailExists)
  const [way, setWay] = useState<Way>('password')
  const [wasSubmitted, setSubmitted] = useState(false)
  const { wasLeft, leave } = useLeft()
  const [values, setValues] = useState({ name: '', email: '', password: '' })
  const [sent, setSent] = useState(values)
  const nameField = useRef<HTMLInputElement>(null)
  const emailField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  if (CODE_STATES.includes(state)) return <CodeStep />

  const { name, email, password } = values
  const said = (field: string, fault: string | undefined) =>
    fault && (wasSubmitted || wasLeft(field)) ? translate(fault) : undefined
  const change = (field: keyof typeof values) => (value: string) => setValues({ ...values, [field]: value })
  // What the server refused counts until it is changed.
  const refused = password === sent.password ? refusedFor(error, 'password') : undefined
  const nameFault = faultOf(PersonName, name)
  const emailFault = faultOf(SaidEmail, email)
  const passwordFault = way === 'password' ? (faultOf(SaidPassword, password) ?? refused) : undefined
  const wasTaken = error instanceof ApiError && error.code === 'EMAIL_TAKEN'
  const hasAccount = isKnown(email) || (wasTaken && email === sent.email)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (nameFault) return nameField.current?.focus()
    if (emailFault) return emailField.current?.focus()
    if (passwordFault && passwordFault !== refused) return passwordField.current?.focus()
    setSent(values)
    const account = { email: v.parse(Email, email), ...(name.trim() && { name: name.trim() }) }
    if (way === 'code') attempt({ type: 'passwordless.submitted', ...account })
    else attempt({ type: 'signup.submitted', ...account, password })
  }

  return (
    <form className={styles.form} aria-labelledby="signup-title" onSubmit={submit} noValidate>
      {!refused && !wasTaken && <SessionError error={error} />}
      <div>
        <h1 id="signup-title">{translate('signup.title')}</h1>
        {isAnonymous(data) && <p className={styles.sub}>{translate('signup.guest')}</p>}
      </div>
      <Segmented<Way>
        label={translate('signup.how')}
        items={[
          { id: 'password', label: translate('signup.withPassword') },
          { id: 'code', label: translate('signup.withoutPassword') },
        ]}
        value={way}
        onChange={setWay}
        wide
      />
      <TextField
        label={translate('signup.name')}
        labelEnd={translate('signup.optional')}
        name="name"
        autoComplete="name"
        size="xl"
        value={name}
        onChange={change('name')}
        onBlur={() => leave('name')}
        error={said('name', nameFault)}
        inputRef={nameField}
      />
      <TextField
        label={translate('signin.email')}
        type="email"
        name="email"
        autoComplete="username"
        size="xl"
        value={email}
        onChange={change('email')}
        onBlur={() => {
          leave('email')
          check(email)
        }}
        error={said('email', emailFault)}
        inputRef={emailField}
      />
      {hasAccount && (
        <Notice tone="info" title={translate('signup.known')}>
          <Link to="/signin" search={{ to }} className={linkClass}>
            {translate('signup.known.signIn')}
          </Link>
        </Notice>
      )}
      {way === 'password' ? (
        <NewPasswordField
          value={password}
          onChange={change('password')}
          onBlur={() => leave('password')}
          error={said('password', passwordFault)}
          inputRef={passwordField}
        />
      ) : (
        <p className={styles.help}>{translate('signup.code.why')}</p>
      )}
      <Button
        type="submit"
        variant="ink"
        size="xl"
        wide
        busy={
          (attempting === 'signup.submitted' || attempting === 'passwordless.submitted') && translate('action.working')
        }
      >
        {translate(way === 'code' ? 'signin.sendCode' : 'signup.submit')}
      </Button>
    </form>
  )
}

import { ClockCounterClockwiseIcon } from '@phosphor-icons/react/ClockCounterClockwise'
import { useSelector } from '@xstate/react'
import { type FormEvent, useRef, useState } from 'react'
import * as v from 'valibot'
import { Email } from '../../api/contract/auth.ts'
import { wordOf } from '../../api/contract/errors.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { Notice } from '../kit/Notice.tsx'
import { TextField } from '../kit/TextField.tsx'
import { useDocumentTitle } from '../kit/use-document-title.ts'
import styles from './SignInForm.module.css'

/** Props of {@link SignInForm}. */
export interface SignInFormProps {
  /** The person was sent here because their session was found invalid. */
  hasEnded: boolean
}

/** Signs in with e-mail and password, or as a guest; what was typed stays when it fails. */
export function SignInForm({ hasEnded }: SignInFormProps) {
  const { session, translate } = useAtelier()
  useDocumentTitle(translate('signin.submit'))
  const error = useSelector(session, ({ context }) => context.error)
  const isSigningIn = useSelector(session, (snapshot) => snapshot.matches('signingIn'))
  const isEntering = useSelector(session, (snapshot) => snapshot.matches('signingUpGuest'))
  const [wasSubmitted, setSubmitted] = useState(false)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const emailField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const faults = wasSubmitted ? findFaults(email, password) : {}

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    const found = findFaults(email, password)
    if (found.email) emailField.current?.focus()
    else if (found.password) passwordField.current?.focus()
    else session.send({ type: 'login.submitted', email: v.parse(Email, email), password })
  }

  return (
    <form className={styles.form} aria-labelledby="signin-title" onSubmit={submit} noValidate>
      {Boolean(error) && <Notice tone="bad">{translate(wordOf(error))}</Notice>}
      {!error && hasEnded && (
        <Notice tone="warn" title={translate('signin.ended')} icon={<ClockCounterClockwiseIcon />}>
          {translate('signin.ended.next')}
        </Notice>
      )}
      <h1 id="signin-title">{translate('signin.title')}</h1>
      <TextField
        label={translate('signin.email')}
        type="email"
        name="email"
        autoComplete="username"
        size="xl"
        value={email}
        onChange={setEmail}
        error={faults.email && translate(faults.email)}
        inputRef={emailField}
      />
      <TextField
        label={translate('signin.password')}
        type="password"
        name="password"
        autoComplete="current-password"
        size="xl"
        value={password}
        onChange={setPassword}
        error={faults.password && translate(faults.password)}
        inputRef={passwordField}
        reveal={{ show: translate('signin.show'), hide: translate('signin.hide') }}
      />
      <Button type="submit" variant="ink" size="xl" wide busy={isSigningIn}>
        {translate('signin.submit')}
      </Button>
      <div className={styles.or}>{translate('signin.or')}</div>
      <div className={styles.guest}>
        <Button size="xl" wide busy={isEntering} onPress={() => session.send({ type: 'guest.requested' })}>
          {translate('signin.guest')}
        </Button>
        <p>{translate('signin.guest.why')}</p>
      </div>
    </form>
  )
}

/** The keys of what is wrong with each field. */
function findFaults(email: string, password: string): { email?: string; password?: string } {
  return {
    ...(email.trim() === '' && { email: 'signin.emailMissing' }),
    ...(email.trim() !== '' && !v.is(Email, email) && { email: 'signin.emailOdd' }),
    ...(password === '' && { password: 'signin.passwordMissing' }),
  }
}

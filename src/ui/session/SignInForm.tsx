import { ClockCounterClockwiseIcon } from '@phosphor-icons/react/ClockCounterClockwise'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import * as v from 'valibot'
import { Email } from '../../api/contract/auth.ts'
import { isAnonymous } from '../../machines/rules/session-record.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { linkClass } from '../kit/link-class.ts'
import { Notice } from '../kit/Notice.tsx'
import { Segmented } from '../kit/Segmented.tsx'
import { TextField } from '../kit/TextField.tsx'
import { useDocumentTitle } from '../kit/use-document-title.ts'
import { CODE_STATES, CodeStep } from './CodeStep.tsx'
import { faultOf, SaidEmail } from './faults.ts'
import { SessionError } from './SessionError.tsx'
import styles from './SessionForm.module.css'
import { TextButton } from './TextButton.tsx'
import { useAttempt } from './use-attempt.ts'
import { useLeft } from './use-left.ts'

/** Props of {@link SignInForm}. */
export interface SignInFormProps {
  /** The person was sent here because their session was found invalid. */
  hasEnded: boolean
  /** The address that a code was mailed to before the page was loaded anew, while it may still be typed. */
  awaitedCode?: string | undefined
}

type Way = 'password' | 'code'

/** Signs in with e-mail and password, with a mailed code, or as a guest; what was typed stays when it fails. */
export function SignInForm({ hasEnded, awaitedCode }: SignInFormProps) {
  const { translate } = useAtelier()
  const { attempt, attempting, state, data, error, notice } = useAttempt()
  // The step for codes has a title of its own.
  useDocumentTitle(CODE_STATES.includes(state) ? undefined : translate('signin.submit'))
  const [way, setWay] = useState<Way>('password')
  const [wasSubmitted, setSubmitted] = useState(false)
  const { wasLeft, leave } = useLeft()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const emailField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  if (CODE_STATES.includes(state)) return <CodeStep />

  const emailFault = faultOf(SaidEmail, email)
  const passwordFault = way === 'password' && password === '' ? 'signin.passwordMissing' : undefined
  const said = (field: string, fault: string | undefined) =>
    fault && (wasSubmitted || wasLeft(field)) ? translate(fault) : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (emailFault) emailField.current?.focus()
    else if (passwordFault) passwordField.current?.focus()
    else if (way === 'code') attempt({ type: 'code.requested', email: v.parse(Email, email) })
    else attempt({ type: 'login.submitted', email: v.parse(Email, email), password })
  }
  const sendCode = () => {
    if (emailFault) emailField.current?.focus()
    else attempt({ type: 'code.requested', email: v.parse(Email, email) })
  }
  const sendAgain = () => {
    if (emailFault) emailField.current?.focus()
    else attempt({ type: 'verification.requested', email: v.parse(Email, email) })
  }

  return (
    <form className={styles.form} aria-labelledby="signin-title" onSubmit={submit} noValidate>
      <SessionError error={error} onSendAgain={sendAgain} onSendCode={sendCode} />
      {notice === 'verificationSent' && (
        <Notice tone="ok" title={translate('verify.sent')}>
          {translate('verify.sent.next')}{' '}
          <Link to="/verify" className={linkClass}>
            {translate('verify.enterCode')}
          </Link>
        </Notice>
      )}
      {!error && !notice && hasEnded && (
        <Notice tone="warn" title={translate('signin.ended')} icon={<ClockCounterClockwiseIcon />}>
          {translate('signin.ended.next')}
        </Notice>
      )}
      <h1 id="signin-title">{translate('signin.title')}</h1>
      <Segmented<Way>
        label={translate('signin.how')}
        items={[
          { id: 'password', label: translate('signin.password') },
          { id: 'code', label: translate('signin.byCode') },
        ]}
        value={way}
        onChange={setWay}
        wide
      />
      <TextField
        label={translate('signin.email')}
        type="email"
        name="email"
        autoComplete="username"
        size="xl"
        value={email}
        onChange={setEmail}
        onBlur={() => leave('email')}
        error={said('email', emailFault)}
        inputRef={emailField}
      />
      {way === 'password' && (
        <TextField
          label={translate('signin.password')}
          labelEnd={
            <Link to="/forgot" className={linkClass}>
              {translate('signin.forgot')}
            </Link>
          }
          type="password"
          name="password"
          autoComplete="current-password"
          size="xl"
          value={password}
          onChange={setPassword}
          onBlur={() => leave('password')}
          error={said('password', passwordFault)}
          inputRef={passwordField}
          reveal={{ show: translate('signin.show'), hide: translate('signin.hide') }}
        />
      )}
      <Button
        type="submit"
        variant="ink"
        size="xl"
        wide
        busy={
          (attempting === 'login.submitted' || attempting === 'code.requested' || state === 'rejectingUnverified') &&
          translate('action.working')
        }
      >
        {translate(way === 'code' ? 'signin.sendCode' : 'signin.submit')}
      </Button>
      {way === 'code' && awaitedCode !== undefined && (
        <p className={styles.help}>
          {translate('code.awaited', { email: awaitedCode })}{' '}
          <TextButton onClick={() => attempt({ type: 'code.awaited', email: awaitedCode })}>
            {translate('verify.enterCode')}
          </TextButton>
        </p>
      )}
      {!isAnonymous(data) && (
        <>
          <div className={styles.or}>{translate('signin.or')}</div>
          <div className={styles.guest}>
            <Button
              size="xl"
              wide
              busy={state === 'signingUpGuest' && translate('action.working')}
              onClick={() => attempt({ type: 'guest.requested' })}
            >
              {translate('signin.guest')}
            </Button>
            <p>{translate('signin.guest.why')}</p>
          </div>
        </>
      )}
    </form>
  )
}

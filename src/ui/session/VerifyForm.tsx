import { Link } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { Email } from '../../api/contract/auth.ts'
import { ApiError } from '../../api/contract/errors.ts'
import type { Verified as Outcome } from '../../api/contract/users.ts'
import { isAnonymous } from '../../machines/rules/session-record.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { buttonClass } from '../kit/button-class.ts'
import { CodeField } from '../kit/CodeField.tsx'
import { linkClass } from '../kit/link-class.ts'
import { Notice } from '../kit/Notice.tsx'
import { TextField } from '../kit/TextField.tsx'
import { useDocumentTitle } from '../kit/use-document-title.ts'
import { faultOf, isWholeCode, SaidEmail } from './faults.ts'
import { SessionError } from './SessionError.tsx'
import styles from './SessionForm.module.css'
import { TextButton } from './TextButton.tsx'
import { useAttempt } from './use-attempt.ts'

/**
 * Verifies an e-mail: by a link's id at once, else by address and mailed code; either can be sent again. Who is signed in
 * to an account that is not verified yet is asked whether they made it: only then its password may stay.
 */
export function VerifyForm({ id }: { id?: string | undefined }) {
  const { translate } = useAtelier()
  useDocumentTitle(translate('verify.title'))
  const { attempt, attempting, state, data, verified, error, notice } = useAttempt()
  const own = data && !isAnonymous(data) && !data.verifiedAt ? data.email : undefined
  // As the page opens: what is verified from here on asks nothing more.
  const [asks] = useState(id !== undefined && own !== undefined)
  const [typed, setTyped] = useState<string>()
  const [code, setCode] = useState('')
  const [wasSubmitted, setSubmitted] = useState(false)
  const emailField = useRef<HTMLInputElement>(null)
  const codeField = useRef<HTMLInputElement>(null)
  const latest = useRef(attempt)
  latest.current = attempt
  useEffect(() => {
    // A second run of the effect meets a session that is verifying already, and is not heard.
    if (id !== undefined && !asks) latest.current({ type: 'verification.submitted', verificationId: id })
  }, [id, asks])

  if (notice === 'verified') return <Verified isSignedIn={state === 'signedIn'} outcome={verified} />
  if (id !== undefined && attempting === 'verification.submitted') {
    return (
      <div className={styles.form} role="status">
        <h1>{translate('verify.busy')}</h1>
      </div>
    )
  }
  if (id !== undefined && asks && !isStale(error)) {
    const answer = (keepSignUp: boolean) => attempt({ type: 'verification.submitted', verificationId: id, keepSignUp })
    return (
      <div className={styles.form}>
        <SessionError error={error} />
        <div>
          <h1>{translate('verify.title')}</h1>
          <p className={styles.sub}>{translate('verify.own', { email: own ?? '' })}</p>
        </div>
        <Button variant="ink" size="xl" wide onClick={() => answer(true)}>
          {translate('verify.own.yes')}
        </Button>
        <p className={styles.help}>
          <TextButton onClick={() => answer(false)}>{translate('verify.own.no')}</TextButton>
        </p>
      </div>
    )
  }
  const email = typed ?? data?.email ?? ''
  const emailFault = faultOf(SaidEmail, email)
  const codeFault = isWholeCode(code) ? undefined : 'code.odd'
  const said = (fault: string | undefined) => (wasSubmitted && fault ? translate(fault) : undefined)
  const enter = (keepSignUp: boolean) => {
    setSubmitted(true)
    if (emailFault) emailField.current?.focus()
    else if (codeFault) codeField.current?.focus()
    else
      attempt({ type: 'verification.submitted', email: v.parse(Email, email), code, ...(keepSignUp && { keepSignUp }) })
  }
  const isOwn = own !== undefined && !emailFault && v.parse(Email, email) === own
  const submit = (event: FormEvent) => {
    event.preventDefault()
    enter(isOwn)
  }
  const sendAgain = () => {
    if (emailFault) {
      setSubmitted(true)
      emailField.current?.focus()
    } else attempt({ type: 'verification.requested', email: v.parse(Email, email) })
  }
  return (
    <form className={styles.form} aria-labelledby="verify-title" onSubmit={submit} noValidate>
      <SessionError error={error} />
      {notice === 'verificationSent' && (
        <Notice tone="ok" title={translate('verify.sent')}>
          {translate('verify.sent.next')}
        </Notice>
      )}
      <div>
        <h1 id="verify-title">{translate('verify.title')}</h1>
        <p className={styles.sub}>{translate('verify.what')}</p>
      </div>
      <TextField
        label={translate('signin.email')}
        type="email"
        name="email"
        autoComplete="username"
        size="xl"
        value={email}
        onChange={setTyped}
        error={said(emailFault)}
        inputRef={emailField}
      />
      <CodeField
        label={translate('code.label')}
        name="code"
        value={code}
        onChange={setCode}
        error={said(codeFault)}
        inputRef={codeField}
      />
      <Button
        type="submit"
        variant="ink"
        size="xl"
        wide
        busy={attempting === 'verification.submitted' && translate('action.working')}
      >
        {translate('verify.submit')}
      </Button>
      <p className={styles.help}>
        {translate('code.nothingYet')} <TextButton onClick={sendAgain}>{translate('verify.again')}</TextButton>
      </p>
      {isOwn && (
        <p className={styles.help}>
          <TextButton onClick={() => enter(false)}>{translate('verify.own.no')}</TextButton>
        </p>
      )}
    </form>
  )
}

const isStale = (error: unknown) => error instanceof ApiError && error.code === 'LINK_EXPIRED'

/** Says that it worked, and where to go on; whose password was taken away by it, that it was, and how to set another. */
function Verified({ isSignedIn, outcome }: { isSignedIn: boolean; outcome: Outcome | null }) {
  const { translate } = useAtelier()
  const big = buttonClass({ variant: 'ink', size: 'xl', wide: true })
  if (outcome?.passwordCleared)
    return (
      <div className={styles.form} role="status">
        <div>
          <h1>{translate('verify.done')}</h1>
          <p className={styles.sub}>
            {translate('verify.cleared')} {translate('verify.cleared.why')}
          </p>
        </div>
        <Link to="/reset-password" search={{ id: outcome.resetId }} className={big}>
          {translate('reset.title')}
        </Link>
        <p className={styles.help}>
          <Link to={isSignedIn ? '/' : '/signin'} className={linkClass}>
            {translate(isSignedIn ? 'verify.goOn' : 'verify.byCode')}
          </Link>
        </p>
      </div>
    )
  return (
    <div className={styles.form} role="status">
      <h1>{translate('verify.done')}</h1>
      <Link to={isSignedIn ? '/' : '/signin'} className={big}>
        {translate(isSignedIn ? 'verify.goOn' : 'signin.submit')}
      </Link>
    </div>
  )
}

import { Link } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { Email } from '../../api/contract/auth.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { buttonClass } from '../kit/button-class.ts'
import { CodeField } from '../kit/CodeField.tsx'
import { Notice } from '../kit/Notice.tsx'
import { TextField } from '../kit/TextField.tsx'
import { useDocumentTitle } from '../kit/use-document-title.ts'
import { faultOf, isWholeCode, SaidEmail } from './faults.ts'
import { SessionError } from './SessionError.tsx'
import styles from './SessionForm.module.css'
import { TextButton } from './TextButton.tsx'
import { useAttempt } from './use-attempt.ts'

/** Verifies an e-mail: by a link's id at once, else by address and mailed code; either can be sent again. */
export function VerifyForm({ id }: { id?: string | undefined }) {
  const { translate } = useAtelier()
  useDocumentTitle(translate('verify.title'))
  const { attempt, attempting, state, data, error, notice } = useAttempt()
  const [typed, setTyped] = useState<string>()
  const [code, setCode] = useState('')
  const [wasSubmitted, setSubmitted] = useState(false)
  const emailField = useRef<HTMLInputElement>(null)
  const codeField = useRef<HTMLInputElement>(null)
  const latest = useRef(attempt)
  latest.current = attempt
  useEffect(() => {
    // A second run of the effect meets a session that is verifying already, and is not heard.
    if (id !== undefined) latest.current({ type: 'verification.submitted', verificationId: id })
  }, [id])

  if (notice === 'verified') return <Verified isSignedIn={state === 'signedIn'} />
  if (id !== undefined && attempting === 'verification.submitted') {
    return (
      <div className={styles.form} role="status">
        <h1>{translate('verify.busy')}</h1>
      </div>
    )
  }
  const email = typed ?? data?.email ?? ''
  const emailFault = faultOf(SaidEmail, email)
  const codeFault = isWholeCode(code) ? undefined : 'code.odd'
  const said = (fault: string | undefined) => (wasSubmitted && fault ? translate(fault) : undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (emailFault) emailField.current?.focus()
    else if (codeFault) codeField.current?.focus()
    else attempt({ type: 'verification.submitted', email: v.parse(Email, email), code })
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
    </form>
  )
}

/** Says that it worked, and where to go on. */
function Verified({ isSignedIn }: { isSignedIn: boolean }) {
  const { translate } = useAtelier()
  return (
    <div className={styles.form} role="status">
      <h1>{translate('verify.done')}</h1>
      <Link to={isSignedIn ? '/' : '/signin'} className={buttonClass({ variant: 'ink', size: 'xl', wide: true })}>
        {translate(isSignedIn ? 'verify.goOn' : 'signin.submit')}
      </Link>
    </div>
  )
}

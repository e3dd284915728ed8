import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { CodeField } from '../kit/CodeField.tsx'
import { useDocumentTitle } from '../kit/use-document-title.ts'
import { VisuallyHidden } from '../kit/VisuallyHidden.tsx'
import { isWholeCode } from './faults.ts'
import { SessionError } from './SessionError.tsx'
import styles from './SessionForm.module.css'
import { TextButton } from './TextButton.tsx'
import { useAttempt } from './use-attempt.ts'
import { clockText, RESEND_PAUSE, usePause } from './use-pause.ts'

/** The states of the session in which a code is waited for. */
export const CODE_STATES: readonly string[] = ['awaitingCode', 'checkingCode', 'resendingCode']

/** Asks for the code that was mailed; it can be sent again after a pause, and the address can be changed. */
export function CodeStep() {
  const { translate } = useAtelier()
  useDocumentTitle(translate('code.title'))
  const { attempt, state, email, error } = useAttempt()
  const [code, setCode] = useState('')
  const pause = usePause(RESEND_PAUSE)
  const field = useRef<HTMLInputElement>(null)
  // Who asked for a code has nothing else to do here.
  useEffect(() => field.current?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isWholeCode(code)) attempt({ type: 'code.submitted', code })
    else field.current?.focus()
  }
  const resend = () => {
    setCode('')
    pause.begin()
    field.current?.focus()
    attempt({ type: 'code.requested', email })
  }
  const abandon = () => attempt({ type: 'code.abandoned' })
  return (
    <form className={styles.form} aria-labelledby="code-title" onSubmit={submit} noValidate>
      <SessionError error={error} />
      <div>
        <h1 id="code-title">{translate('code.title')}</h1>
        <p className={styles.sub}>
          {translate('code.sentTo')} <b>{email}</b>.{' '}
          <TextButton onClick={abandon}>{translate('code.notYou')}</TextButton>
        </p>
      </div>
      <CodeField label={translate('code.label')} name="code" value={code} onChange={setCode} inputRef={field} />
      <Button
        type="submit"
        variant="ink"
        size="xl"
        wide
        busy={state === 'checkingCode' && translate('action.working')}
        waiting={!isWholeCode(code) && state !== 'checkingCode'}
      >
        {translate('signin.submit')}
      </Button>
      <p className={styles.help}>
        {translate('code.nothingYet')}{' '}
        {pause.left > 0 ? (
          translate('code.resendIn', { time: clockText(pause.left) })
        ) : (
          <TextButton onClick={resend}>{translate('code.resend')}</TextButton>
        )}{' '}
        <TextButton onClick={abandon}>{translate('code.otherWay')}</TextButton>
      </p>
      <VisuallyHidden live="polite">{state === 'resendingCode' ? translate('code.resending') : ''}</VisuallyHidden>
    </form>
  )
}

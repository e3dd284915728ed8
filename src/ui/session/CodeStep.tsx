import { useRef } from 'react'
import * as v from 'valibot'
import { MailedCode } from '../../api/contract/auth.ts'
import { type FormValues, valueFields } from '../../machines/rules/form.ts'
import type { SessionContext, SessionEvent } from '../../machines/rules/session.ts'
import { useAtelier } from '../context.ts'
import { CodeField } from '../kit/CodeField.tsx'
import { VisuallyHidden } from '../kit/VisuallyHidden.tsx'
import styles from './SessionForm.module.css'
import { SessionForm } from './SessionForm.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import { TextButton } from './TextButton.tsx'
import { useAttemptForm } from './use-attempt-form.ts'
import { clockText, RESEND_PAUSE, usePause } from './use-pause.ts'

const FORM = {
  schema: v.object({ code: MailedCode }),
  fields: valueFields('code'),
  initial: { code: '' },
  purposes: { another: [] },
  ask: ({ code }: FormValues, purpose: string | undefined, { email }: SessionContext): SessionEvent =>
    purpose === 'another' ? { type: 'code.requested', email } : { type: 'code.submitted', code: String(code) },
}

/** Asks for the code that was mailed; it can be sent again after a pause, and the address can be changed. */
export function CodeStep() {
  const { session, translate } = useAtelier()
  const { email, submitFor, isSendingFor, ...form } = useAttemptForm(FORM)
  const pause = usePause(RESEND_PAUSE)
  const field = useRef<HTMLInputElement>(null)
  const resend = () => {
    form.actor.send({ type: 'form.discarded' })
    pause.begin()
    // The button goes while the pause lasts, and a code is what is typed next.
    field.current?.focus()
    submitFor('another')
  }
  const abandon = () => session.send({ type: 'code.abandoned' })
  return (
    <SessionForm
      form={form}
      title={translate('code.title')}
      what={
        <>
          {translate('code.sentTo')} <b>{email}</b>.{' '}
          <TextButton onClick={abandon}>{translate('code.notYou')}</TextButton>
        </>
      }
    >
      {/* Who asked for a code has nothing else to do here. */}
      <CodeField {...form.text('code')} label={translate('code.label')} inputRef={field} autoFocus />
      <SubmitButton isBusy={isSendingFor()} waiting={form.faults['code'] !== undefined}>
        {translate('signin.submit')}
      </SubmitButton>
      <p className={styles.help}>
        {translate('code.nothingYet')}{' '}
        {pause.left > 0 ? (
          translate('code.resendIn', { time: clockText(pause.left) })
        ) : (
          <TextButton onClick={resend}>{translate('code.resend')}</TextButton>
        )}{' '}
        <TextButton onClick={abandon}>{translate('code.otherWay')}</TextButton>
      </p>
      <VisuallyHidden live="polite">{isSendingFor('another') ? translate('code.resending') : ''}</VisuallyHidden>
    </SessionForm>
  )
}

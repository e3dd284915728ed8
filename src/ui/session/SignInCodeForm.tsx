import { useRef } from 'react'
import * as v from 'valibot'
import { MailedCode } from '../../api/contract/auth.ts'
import { createValueFields, type FormValues } from '../../machines/form/form.ts'
import type { SessionContext, SessionEvent } from '../../machines/session/session.ts'
import { useAtelier } from '../context.ts'
import { CodeField } from '../kit/fields/CodeField.tsx'
import { VisuallyHidden } from '../kit/layout/VisuallyHidden.tsx'
import { sessionMessages } from '../messages/session.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './AuthForm.module.css'
import { AuthForm } from './AuthForm.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import { TextButton } from './TextButton.tsx'
import { isPasswordRequiredError, UnverifiedPasswordForm, useRefusedProof } from './UnverifiedPasswordForm.tsx'
import { formatClock, RESEND_PAUSE_S, useResendCountdown } from './use-resend-countdown.ts'
import { useSessionForm } from './use-session-form.ts'

const CODE_FORM = {
  schema: v.object({ code: MailedCode }),
  fields: createValueFields('code'),
  initial: { code: '' },
  purposes: { another: [] },
  toEvent: ({ code }: FormValues, purpose: string | undefined, { email }: SessionContext): SessionEvent =>
    purpose === 'another' ? { type: 'code.requested', email } : { type: 'code.submitted', code: String(code) },
}

/**
 * Form for the mailed code. If the account has a password from before the address was verified, the user must then type or
 * replace that password.
 */
export function SignInCodeForm() {
  const translate = useTranslate(sessionMessages)
  const { session } = useAtelier()
  const { email, submitFor, isSendingFor, ...form } = useSessionForm(CODE_FORM)
  const resendCountdown = useResendCountdown(RESEND_PAUSE_S)
  const field = useRef<HTMLInputElement>(null)
  const resend = () => {
    form.actor.send({ type: 'form.discarded' })
    resendCountdown.begin()
    // The resend button is hidden until a new code can be requested, so the code field gets the focus.
    field.current?.focus()
    submitFor('another')
  }
  const cancelCode = () => session.send({ type: 'code.cancelled' })
  const [code, setCode] = useRefusedProof(form.error, () => String(form.values['code']))
  if (code !== undefined)
    return (
      <UnverifiedPasswordForm
        title={translate('code.title')}
        email={email}
        submit={translate('signin.submit')}
        toEvent={(choice) => ({ type: 'code.submitted', code, ...choice })}
      >
        <TextButton onClick={() => setCode()}>{translate('verify.enterCode')}</TextButton>
      </UnverifiedPasswordForm>
    )
  return (
    <AuthForm
      form={form}
      error={isPasswordRequiredError(form.error) ? null : form.error}
      title={translate('code.title')}
      description={
        <>
          {translate('code.sentTo')} <b>{email}</b>.{' '}
          <TextButton onClick={cancelCode}>{translate('code.notYou')}</TextButton>
        </>
      }
    >
      {/* Focused automatically, because this step has no other field. */}
      <CodeField {...form.text('code')} label={translate('code.label')} inputRef={field} autoFocus />
      <SubmitButton isBusy={isSendingFor()} waiting={form.faults['code'] !== undefined}>
        {translate('signin.submit')}
      </SubmitButton>
      <p className={styles.help}>
        {translate('code.nothingYet')}{' '}
        {resendCountdown.left > 0 ? (
          translate('code.resendIn', { time: formatClock(resendCountdown.left) })
        ) : (
          <TextButton onClick={resend}>{translate('code.resend')}</TextButton>
        )}{' '}
        <TextButton onClick={cancelCode}>{translate('code.otherWay')}</TextButton>
      </p>
      <VisuallyHidden live="polite">{isSendingFor('another') ? translate('code.resending') : ''}</VisuallyHidden>
    </AuthForm>
  )
}

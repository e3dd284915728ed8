import { useSelector } from '@xstate/react'
import * as v from 'valibot'
import { Email, MailedCode } from '../../api/contract/auth.ts'
import { createValueFields, type FormValues } from '../../machines/form/form.ts'
import type { SessionContext, SessionEvent } from '../../machines/session/session.ts'
import { unverifiedEmailOf } from '../../machines/session/session-record.ts'
import { useAtelier } from '../context.ts'
import { Notice } from '../kit/feedback/Notice.tsx'
import { CodeField } from '../kit/fields/CodeField.tsx'
import { sessionMessages } from '../messages/session.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './AuthForm.module.css'
import { AuthForm } from './AuthForm.tsx'
import { EmailField } from './EmailField.tsx'
import { EmailSchema } from './field-schemas.ts'
import { SubmitButton } from './SubmitButton.tsx'
import { TextButton } from './TextButton.tsx'
import { isPasswordRequiredError, UnverifiedPasswordForm, useRefusedProof } from './UnverifiedPasswordForm.tsx'
import { useSessionForm } from './use-session-form.ts'
import { VerificationSentNotice } from './VerificationSentNotice.tsx'
import { VerifiedNotice } from './VerifiedNotice.tsx'

const isSameEmail = (address: string | undefined, text: unknown) => {
  const email = v.safeParse(Email, text)
  return email.success && email.output === address
}

const FORM = {
  schema: v.object({ email: EmailSchema, code: MailedCode }),
  fields: createValueFields('email', 'code'),
  purposes: { mail: ['email'] },
  toEvent: (values: FormValues, purpose: string | undefined, { data }: SessionContext): SessionEvent => {
    const email = v.parse(Email, values['email'])
    if (purpose === 'mail') return { type: 'verification.requested', email }
    const keepSignUp = isSameEmail(unverifiedEmailOf(data), email)
    const code = String(values['code'])
    return { type: 'verification.submitted', email, code, ...(keepSignUp && { keepSignUp }) }
  },
}

export interface VerifyEmailByCodeFormProps {
  /** Reason why the opened link does not work. */
  stale?: 'expired' | 'invalid' | undefined
}

/**
 * Form that verifies an email address by a mailed code. A user who is signed in to that account keeps the password. Any other
 * user must type or replace the password.
 */
export function VerifyEmailByCodeForm({ stale }: VerifyEmailByCodeFormProps) {
  const translate = useTranslate(sessionMessages)
  const { session } = useAtelier()
  const data = useSelector(session, ({ context }) => context.data)
  const { submitFor, isSendingFor, ...form } = useSessionForm({
    ...FORM,
    initial: { email: data?.email ?? '', code: '' },
  })
  const enteredProof = (isForeign = false) => ({
    email: String(form.values['email']).trim(),
    code: String(form.values['code']),
    isForeign,
  })
  const [refusedProof, setRefusedProof] = useRefusedProof(form.error, enteredProof)
  if (form.notice === 'verified') return <VerifiedNotice />
  if (refusedProof) {
    const { isForeign, ...proof } = refusedProof
    return (
      <UnverifiedPasswordForm
        title={translate('verify.title')}
        email={proof.email}
        submit={translate('verify.submit')}
        isForeign={isForeign}
        done={<VerifiedNotice />}
        toEvent={(choice) => ({
          type: 'verification.submitted',
          ...proof,
          email: v.parse(Email, proof.email),
          ...choice,
        })}
      >
        <TextButton onClick={() => setRefusedProof()}>{translate('verify.enterCode')}</TextButton>
      </UnverifiedPasswordForm>
    )
  }
  return (
    <AuthForm
      form={form}
      error={isPasswordRequiredError(form.error) ? null : form.error}
      title={translate('verify.title')}
      description={translate('verify.what')}
      notice={
        form.notice === 'verificationSent' ? (
          <VerificationSentNotice />
        ) : (
          stale &&
          form.error === null && (
            <Notice tone="warn" title={translate(`verify.link.${stale}`)}>
              {translate('verify.link.next')}
            </Notice>
          )
        )
      }
    >
      <EmailField {...form.text('email')} />
      <CodeField {...form.text('code')} label={translate('code.label')} />
      <SubmitButton isBusy={isSendingFor()}>{translate('verify.submit')}</SubmitButton>
      <p className={styles.help}>
        {translate('code.nothingYet')}{' '}
        <TextButton busy={isSendingFor('mail') && translate('action.working')} onClick={() => submitFor('mail')}>
          {translate('verify.again')}
        </TextButton>
      </p>
      {isSameEmail(unverifiedEmailOf(data), form.values['email']) && (
        <p className={styles.help}>
          <TextButton
            onClick={() => {
              if (v.is(MailedCode, form.values['code'])) setRefusedProof(enteredProof(true))
              else form.actor.send({ type: 'submit.requested' })
            }}
          >
            {translate('verify.own.no')}
          </TextButton>
        </p>
      )}
    </AuthForm>
  )
}

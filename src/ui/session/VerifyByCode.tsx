import { useSelector } from '@xstate/react'
import * as v from 'valibot'
import { Email, MailedCode } from '../../api/contract/auth.ts'
import { type FormValues, valueFields } from '../../machines/rules/form.ts'
import type { SessionContext, SessionEvent } from '../../machines/rules/session.ts'
import { unverifiedEmail } from '../../machines/rules/session-record.ts'
import { useAtelier } from '../context.ts'
import { CodeField } from '../kit/CodeField.tsx'
import { EmailField } from './EmailField.tsx'
import styles from './SessionForm.module.css'
import { SessionForm } from './SessionForm.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import { SaidEmail } from './said.ts'
import { TextButton } from './TextButton.tsx'
import { useAttemptForm } from './use-attempt-form.ts'
import { VerificationSent } from './VerificationSent.tsx'
import { Verified } from './Verified.tsx'

const isEmailOf = (address: string | undefined, text: unknown) => {
  const email = v.safeParse(Email, text)
  return email.success && email.output === address
}

const FORM = {
  schema: v.object({ email: SaidEmail, code: MailedCode }),
  fields: valueFields('email', 'code'),
  purposes: { mail: ['email'], disown: ['email', 'code'] },
  ask: (values: FormValues, purpose: string | undefined, { data }: SessionContext): SessionEvent => {
    const email = v.parse(Email, values['email'])
    if (purpose === 'mail') return { type: 'verification.requested', email }
    const keepSignUp = purpose !== 'disown' && isEmailOf(unverifiedEmail(data), email)
    const code = String(values['code'])
    return { type: 'verification.submitted', email, code, ...(keepSignUp && { keepSignUp }) }
  },
}

/**
 * Verifies an e-mail by the code that was mailed to it, which can be mailed again. Who types it where they are signed in to
 * that very account says by it that they made the account, so that its password may stay; or they say that they did not.
 * `before`: what verifying by a link failed with.
 */
export function VerifyByCode({ before = null }: { before?: unknown }) {
  const { session, translate } = useAtelier()
  const data = useSelector(session, ({ context }) => context.data)
  const { submitFor, isSendingFor, ...form } = useAttemptForm({
    ...FORM,
    initial: { email: data?.email ?? '', code: '' },
  })
  if (form.notice === 'verified') return <Verified />
  return (
    <SessionForm
      form={form}
      error={form.wasTried ? form.error : before}
      title={translate('verify.title')}
      what={translate('verify.what')}
      notice={form.notice === 'verificationSent' && <VerificationSent />}
    >
      <EmailField {...form.text('email')} />
      <CodeField {...form.text('code')} label={translate('code.label')} />
      <SubmitButton isBusy={isSendingFor() || isSendingFor('disown')}>{translate('verify.submit')}</SubmitButton>
      <p className={styles.help}>
        {translate('code.nothingYet')}{' '}
        <TextButton busy={isSendingFor('mail') && translate('action.working')} onClick={() => submitFor('mail')}>
          {translate('verify.again')}
        </TextButton>
      </p>
      {isEmailOf(unverifiedEmail(data), form.values['email']) && (
        <p className={styles.help}>
          <TextButton onClick={() => submitFor('disown')}>{translate('verify.own.no')}</TextButton>
        </p>
      )}
    </SessionForm>
  )
}

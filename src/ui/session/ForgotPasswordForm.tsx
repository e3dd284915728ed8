import { Link } from '@tanstack/react-router'
import * as v from 'valibot'
import { createValueFields } from '../../machines/form/form.ts'
import { useForm } from '../form/use-form.ts'
import { Notice } from '../kit/feedback/Notice.tsx'
import { linkClass } from '../kit/link-class.ts'
import { sessionMessages } from '../messages/session.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './AuthForm.module.css'
import { AuthForm } from './AuthForm.tsx'
import { EmailField } from './EmailField.tsx'
import { EmailSchema } from './field-schemas.ts'
import { type ChangePassword, ResetPasswordForm } from './ResetPasswordForm.tsx'
import { SubmitButton } from './SubmitButton.tsx'

const FORM = {
  schema: v.strictObject({ email: EmailSchema }),
  fields: createValueFields('email'),
  initial: { email: '' },
}

export interface ForgotPasswordFormProps {
  /** Mails a code and a link. The response does not reveal whether the address has an account. */
  requestReset: (email: string) => Promise<unknown>
  change: ChangePassword
}

/**
 * Form for a forgotten password. After the address is submitted, shows the form for the mailed code. Never reveals whether the
 * address has an account.
 */
export function ForgotPasswordForm({ requestReset, change }: ForgotPasswordFormProps) {
  const translate = useTranslate(sessionMessages)
  const form = useForm({
    ...FORM,
    submit: ({ email }) => requestReset(String(email).trim()),
    onSubmitted: () => {},
  })
  if (form.isSubmitted) {
    const sentTo = String(form.submittedValues['email']).trim()
    return (
      <ResetPasswordForm
        email={sentTo}
        change={change}
        notice={
          <Notice tone="info" title={translate('forgot.sent', { email: sentTo })}>
            {translate('forgot.sent.next')}
          </Notice>
        }
      />
    )
  }
  return (
    <AuthForm form={form} title={translate('forgot.title')} description={translate('forgot.what')}>
      <EmailField {...form.text('email')} />
      <SubmitButton isBusy={form.isSending}>{translate('forgot.submit')}</SubmitButton>
      <p className={styles.help}>
        <Link to="/signin" className={linkClass}>
          {translate('forgot.back')}
        </Link>
      </p>
    </AuthForm>
  )
}

import { Link } from '@tanstack/react-router'
import * as v from 'valibot'
import { valueFields } from '../../machines/rules/form.ts'
import { useAtelier } from '../context.ts'
import { useForm } from '../form/use-form.ts'
import { linkClass } from '../kit/link-class.ts'
import { Notice } from '../kit/Notice.tsx'
import { EmailField } from './EmailField.tsx'
import { type ChangePassword, ResetPasswordForm } from './ResetPasswordForm.tsx'
import styles from './SessionForm.module.css'
import { SessionForm } from './SessionForm.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import { SaidEmail } from './said.ts'

const FORM = { schema: v.strictObject({ email: SaidEmail }), fields: valueFields('email'), initial: { email: '' } }

/** Props of {@link ForgotForm}. */
export interface ForgotFormProps {
  /** Mails a code and a link; answers the same for every address. */
  requestReset: (email: string) => Promise<unknown>
  change: ChangePassword
}

/** Asks for the address, then says the same for every one, and takes the code that may have been mailed. */
export function ForgotForm({ requestReset, change }: ForgotFormProps) {
  const { translate } = useAtelier()
  const form = useForm({
    ...FORM,
    submit: ({ email }) => requestReset(String(email).trim()),
    onSubmitted: () => {},
  })
  if (form.isSubmitted) {
    const sentTo = String(form.sent['email']).trim()
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
    <SessionForm form={form} title={translate('forgot.title')} what={translate('forgot.what')}>
      <EmailField {...form.text('email')} />
      <SubmitButton isBusy={form.isSending}>{translate('forgot.submit')}</SubmitButton>
      <p className={styles.help}>
        <Link to="/signin" className={linkClass}>
          {translate('forgot.back')}
        </Link>
      </p>
    </SessionForm>
  )
}

import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import * as v from 'valibot'
import { useAtelier } from '../context.ts'
import { Form } from '../form/Form.tsx'
import { useForm } from '../form/use-form.ts'
import { Button } from '../kit/Button.tsx'
import { linkClass } from '../kit/link-class.ts'
import { Notice } from '../kit/Notice.tsx'
import { TextField } from '../kit/TextField.tsx'
import { useDocumentTitle } from '../kit/use-document-title.ts'
import { SaidEmail } from './faults.ts'
import { type ChangePassword, ResetPasswordForm } from './ResetPasswordForm.tsx'
import styles from './SessionForm.module.css'

const SCHEMA = v.strictObject({ email: SaidEmail })
const FIELDS = [{ name: 'email', kind: 'value' }] as const

/** Props of {@link ForgotForm}. */
export interface ForgotFormProps {
  /** Mails a code and a link; answers the same for every address. */
  requestReset: (email: string) => Promise<unknown>
  change: ChangePassword
}

/** Asks for the address, then says the same for every one, and takes the code that may have been mailed. */
export function ForgotForm({ requestReset, change }: ForgotFormProps) {
  const { translate } = useAtelier()
  const [sentTo, setSentTo] = useState<string>()
  useDocumentTitle(sentTo === undefined ? translate('forgot.title') : undefined)
  const form = useForm({
    schema: SCHEMA,
    fields: FIELDS,
    initial: { email: '' },
    submit: ({ email }) => requestReset(String(email).trim()).then(() => String(email).trim()),
    onSubmitted: setSentTo,
  })
  const email = form.bind('email')
  if (sentTo !== undefined) {
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
    <div className={styles.form}>
      <div>
        <h1>{translate('forgot.title')}</h1>
        <p className={styles.sub}>{translate('forgot.what')}</p>
      </div>
      <Form actor={form.actor} error={form.error} label={translate('forgot.title')}>
        <div data-field="email">
          <TextField
            label={translate('signin.email')}
            type="email"
            name="email"
            autoComplete="username"
            size="xl"
            value={String(email.value)}
            onChange={email.onChange}
            onBlur={email.onBlur}
            error={email.error}
          />
        </div>
        <Button type="submit" variant="ink" size="xl" wide busy={form.isSending && translate('action.working')}>
          {translate('forgot.submit')}
        </Button>
      </Form>
      <p className={styles.help}>
        <Link to="/signin" className={linkClass}>
          {translate('forgot.back')}
        </Link>
      </p>
    </div>
  )
}

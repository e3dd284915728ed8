import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import * as v from 'valibot'
import { type LinkState, MailedCode } from '../../api/contract/auth.ts'
import { ApiError } from '../../api/contract/errors.ts'
import { createValueFields } from '../../machines/form/form.ts'
import { useForm } from '../form/use-form.ts'
import { getButtonClass } from '../kit/button-class.ts'
import { CodeField } from '../kit/fields/CodeField.tsx'
import { useDocumentTitle } from '../kit/use-document-title.ts'
import { sessionMessages } from '../messages/session.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './AuthForm.module.css'
import { AuthForm } from './AuthForm.tsx'
import { EmailField } from './EmailField.tsx'
import { EmailSchema, NewPasswordSchema } from './field-schemas.ts'
import { NewPasswordField } from './NewPasswordField.tsx'
import { SubmitButton } from './SubmitButton.tsx'

/** Sets a new password with a mailed code or the id of a link. Rejects with `ApiError`. */
export type ChangePassword = (
  body: { email: string; code: string; password: string } | { id: string; password: string },
) => Promise<unknown>

export interface ResetPasswordFormProps {
  /** Id of a valid reset link. Without it the form has fields for the address and the mailed code. */
  id?: string | undefined
  /** Address to which the code was sent, if known. */
  email?: string
  change: ChangePassword
  notice?: ReactNode
}

const LINK_FORM = {
  schema: v.strictObject({ id: v.string(), password: NewPasswordSchema }),
  fields: createValueFields('password'),
}
const CODE_FORM = {
  schema: v.strictObject({ email: EmailSchema, code: MailedCode, password: NewPasswordSchema }),
  fields: createValueFields('email', 'code', 'password'),
}

/** Form that sets a new password by a link or a mailed code. */
export function ResetPasswordForm({ id, email = '', change, notice }: ResetPasswordFormProps) {
  const translate = useTranslate(sessionMessages)
  const form = useForm({
    ...(id === undefined ? CODE_FORM : LINK_FORM),
    initial: id === undefined ? { email, code: '', password: '' } : { id, password: '' },
    fieldByErrorCode: { WRONG_CODE: 'body.code' },
    // The form's schema has validated the body.
    submit: (body) => change(body as Parameters<ChangePassword>[0]),
    onSubmitted: () => {},
  })
  if (form.isSubmitted) return <ResetDone />
  if (form.error instanceof ApiError && form.error.code === 'LINK_EXPIRED') return <StaleLinkNotice state="invalid" />
  if (form.error instanceof ApiError && form.error.code === 'LINK_USED') return <StaleLinkNotice state="used" />
  return (
    <AuthForm form={form} title={translate('reset.title')} notice={notice}>
      {id === undefined && (
        <>
          <EmailField {...form.text('email')} />
          <CodeField {...form.text('code')} label={translate('code.label')} />
        </>
      )}
      <NewPasswordField {...form.text('password')} label={translate('reset.password')} />
      <SubmitButton isBusy={form.isSending}>{translate('reset.submit')}</SubmitButton>
    </AuthForm>
  )
}

function ResetDone() {
  const translate = useTranslate(sessionMessages)
  useDocumentTitle(translate('reset.title'))
  return (
    <div className={styles.form} role="status">
      <div>
        <h1>{translate('reset.done')}</h1>
        <p className={styles.sub}>{translate('reset.done.next')}</p>
      </div>
      <Link to="/signin" className={getButtonClass({ variant: 'ink', size: 'xl', wide: true })}>
        {translate('signin.submit')}
      </Link>
    </div>
  )
}

/** Explains why a reset link no longer works, and offers a new link. */
export function StaleLinkNotice({ state }: { state: Exclude<LinkState, 'good'> }) {
  const translate = useTranslate(sessionMessages)
  useDocumentTitle(translate('reset.title'))
  return (
    <div className={styles.form} role="alert">
      <div>
        <h1>{translate(`verify.link.${state}`)}</h1>
        <p className={styles.sub}>{translate(state === 'used' ? 'reset.used.next' : 'reset.stale.next')}</p>
      </div>
      <Link to="/forgot" className={getButtonClass({ variant: 'ink', size: 'xl', wide: true })}>
        {translate('reset.again')}
      </Link>
    </div>
  )
}

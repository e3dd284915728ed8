import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import * as v from 'valibot'
import { MailedCode } from '../../api/contract/auth.ts'
import { ApiError } from '../../api/contract/errors.ts'
import { valueFields } from '../../machines/rules/form.ts'
import { useAtelier } from '../context.ts'
import { useForm } from '../form/use-form.ts'
import { buttonClass } from '../kit/button-class.ts'
import { CodeField } from '../kit/CodeField.tsx'
import { useDocumentTitle } from '../kit/use-document-title.ts'
import { EmailField } from './EmailField.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'
import styles from './SessionForm.module.css'
import { SessionForm } from './SessionForm.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import { SaidEmail, SaidPassword } from './said.ts'

/** Sets a new password with what proves that it is one's own to set. Rejects with `ApiError`. */
export type ChangePassword = (
  body: { email: string; code: string; password: string } | { id: string; password: string },
) => Promise<unknown>

/** Props of {@link ResetPasswordForm}. */
export interface ResetPasswordFormProps {
  /** The id of a reset link, found good; without it, address and mailed code are asked for. */
  id?: string | undefined
  /** The address the code went to, where it is known. */
  email?: string
  change: ChangePassword
  /** What stands above the form. */
  notice?: ReactNode
}

const BY_LINK = { schema: v.strictObject({ id: v.string(), password: SaidPassword }), fields: valueFields('password') }
const BY_CODE = {
  schema: v.strictObject({ email: SaidEmail, code: MailedCode, password: SaidPassword }),
  fields: valueFields('email', 'code', 'password'),
}

/** Sets a new password, by a link or by a mailed code. */
export function ResetPasswordForm({ id, email = '', change, notice }: ResetPasswordFormProps) {
  const { translate } = useAtelier()
  const form = useForm({
    ...(id === undefined ? BY_CODE : BY_LINK),
    initial: id === undefined ? { email, code: '', password: '' } : { id, password: '' },
    places: { WRONG_CODE: 'body.code' },
    // The form has checked the body by its schema before it hands it over.
    submit: (body) => change(body as Parameters<ChangePassword>[0]),
    onSubmitted: () => {},
  })
  if (form.isSubmitted) return <Done />
  if (form.error instanceof ApiError && form.error.code === 'LINK_EXPIRED') return <StaleLink />
  return (
    <SessionForm form={form} title={translate('reset.title')} notice={notice}>
      {id === undefined && (
        <>
          <EmailField {...form.text('email')} />
          <CodeField {...form.text('code')} label={translate('code.label')} />
        </>
      )}
      <NewPasswordField {...form.text('password')} label={translate('reset.password')} />
      <SubmitButton isBusy={form.isSending}>{translate('reset.submit')}</SubmitButton>
    </SessionForm>
  )
}

/** Says that the password is set, and that every session has ended. */
function Done() {
  const { translate } = useAtelier()
  useDocumentTitle(translate('reset.title'))
  return (
    <div className={styles.form} role="status">
      <div>
        <h1>{translate('reset.done')}</h1>
        <p className={styles.sub}>{translate('reset.done.next')}</p>
      </div>
      <Link to="/signin" className={buttonClass({ variant: 'ink', size: 'xl', wide: true })}>
        {translate('signin.submit')}
      </Link>
    </div>
  )
}

/** Says that a reset link is used up or too old, and offers another. */
export function StaleLink() {
  const { translate } = useAtelier()
  useDocumentTitle(translate('reset.title'))
  return (
    <div className={styles.form} role="alert">
      <div>
        <h1>{translate('reset.stale')}</h1>
        <p className={styles.sub}>{translate('reset.stale.next')}</p>
      </div>
      <Link to="/forgot" className={buttonClass({ variant: 'ink', size: 'xl', wide: true })}>
        {translate('reset.again')}
      </Link>
    </div>
  )
}

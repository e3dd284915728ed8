import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import * as v from 'valibot'
import { MailedCode } from '../../api/contract/auth.ts'
import { ApiError } from '../../api/contract/errors.ts'
import { useAtelier } from '../context.ts'
import { Form } from '../form/Form.tsx'
import { useForm } from '../form/use-form.ts'
import { Button } from '../kit/Button.tsx'
import { buttonClass } from '../kit/button-class.ts'
import { CodeField } from '../kit/CodeField.tsx'
import { TextField } from '../kit/TextField.tsx'
import { useDocumentTitle } from '../kit/use-document-title.ts'
import { SaidEmail, SaidPassword } from './faults.ts'
import { NewPasswordField } from './NewPasswordField.tsx'
import styles from './SessionForm.module.css'

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

const BY_LINK = v.strictObject({ id: v.string(), password: SaidPassword })
const BY_CODE = v.strictObject({ email: SaidEmail, code: MailedCode, password: SaidPassword })
const LINK_FIELDS = [{ name: 'password', kind: 'value' }] as const
const CODE_FIELDS = (['email', 'code', 'password'] as const).map((name) => ({ name, kind: 'value' as const }))

/** Sets a new password, by a link or by a mailed code. */
export function ResetPasswordForm({ id, email = '', change, notice }: ResetPasswordFormProps) {
  const { translate } = useAtelier()
  useDocumentTitle(translate('reset.title'))
  const [isDone, setDone] = useState(false)
  const form = useForm({
    schema: id === undefined ? BY_CODE : BY_LINK,
    fields: id === undefined ? CODE_FIELDS : LINK_FIELDS,
    initial: id === undefined ? { email, code: '', password: '' } : { id, password: '' },
    places: { WRONG_CODE: 'body.code' },
    // The form has checked the body by its schema before it hands it over.
    submit: (body) => change(body as Parameters<ChangePassword>[0]),
    onSubmitted: () => setDone(true),
  })
  if (isDone) return <Done />
  if (form.error instanceof ApiError && form.error.code === 'LINK_EXPIRED') return <StaleLink />
  const [address, code, password] = [form.bind('email'), form.bind('code'), form.bind('password')]
  return (
    <div className={styles.form}>
      {notice}
      <h1>{translate('reset.title')}</h1>
      <Form actor={form.actor} error={form.error} label={translate('reset.title')}>
        {id === undefined && (
          <>
            <div data-field="email">
              <TextField
                label={translate('signin.email')}
                type="email"
                name="email"
                autoComplete="username"
                size="xl"
                value={String(address.value)}
                onChange={address.onChange}
                onBlur={address.onBlur}
                error={address.error}
              />
            </div>
            <div data-field="code">
              <CodeField
                label={translate('code.label')}
                name="code"
                value={String(code.value)}
                onChange={code.onChange}
                onBlur={code.onBlur}
                error={code.error}
              />
            </div>
          </>
        )}
        <div data-field="password">
          <NewPasswordField
            label={translate('reset.password')}
            value={String(password.value)}
            onChange={password.onChange}
            onBlur={password.onBlur}
            error={password.error}
          />
        </div>
        <Button type="submit" variant="ink" size="xl" wide busy={form.isSending && translate('action.working')}>
          {translate('reset.submit')}
        </Button>
      </Form>
    </div>
  )
}

/** Says that the password is set, and that every session has ended. */
function Done() {
  const { translate } = useAtelier()
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

import { useState } from 'react'
import * as v from 'valibot'
import { createValueFields } from '../../machines/form/form.ts'
import { useAtelier } from '../context.ts'
import { Form } from '../form/Form.tsx'
import { useForm } from '../form/use-form.ts'
import { Button } from '../kit/Button.tsx'
import { Notice } from '../kit/feedback/Notice.tsx'
import { TextField } from '../kit/fields/TextField.tsx'
import { VisuallyHidden } from '../kit/layout/VisuallyHidden.tsx'
import { sessionMessages } from '../messages/session.ts'
import { useTranslate } from '../use-translate.ts'
import { NewPasswordSchema } from './field-schemas.ts'
import { NewPasswordField } from './NewPasswordField.tsx'

/** Changes the user's own password. `current` is omitted if the account has no password. Rejects with `ApiError`. */
export type ChangeOwnPassword = (body: { current?: string; password: string }) => Promise<unknown>

const SCHEMA = v.strictObject({ current: v.optional(v.string()), password: NewPasswordSchema })
const FIELDS = createValueFields('current', 'password')

export interface PasswordFormProps {
  /** Email address, for password managers. */
  email: string
  change: ChangeOwnPassword
}

/** Form that changes the password and warns that all other sessions will end. */
export function PasswordForm(props: PasswordFormProps) {
  const translate = useTranslate(sessionMessages)
  const { session } = useAtelier()
  const [formKey, setFormKey] = useState(0)
  return (
    <>
      {formKey > 0 && <Notice tone="ok" title={translate('account.password.done')} />}
      <PasswordFields
        key={formKey}
        {...props}
        onChanged={() => {
          session.send({ type: 'password.changed' })
          setFormKey(formKey + 1)
        }}
      />
    </>
  )
}

function PasswordFields({ email, change, onChanged }: PasswordFormProps & { onChanged: () => void }) {
  const translate = useTranslate(sessionMessages)
  const form = useForm({
    schema: SCHEMA,
    fields: FIELDS,
    initial: { current: '', password: '' },
    fieldByErrorCode: { WRONG_CREDENTIALS: 'body.current' },
    submit: ({ current, password }) =>
      change({ ...(current !== '' && { current: String(current) }), password: String(password) }),
    onSubmitted: onChanged,
  })
  const current = form.text('current')
  return (
    <Form actor={form.actor} error={form.error} label={translate('account.password')}>
      <VisuallyHidden>
        <input
          type="email"
          name="email"
          autoComplete="username"
          value={email}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
      </VisuallyHidden>
      <TextField
        {...current}
        label={translate('account.password.current')}
        type="password"
        autoComplete="current-password"
        description={translate('account.password.currentNone')}
        // The field has no rules of its own. An error comes from the server and means that the password is wrong.
        error={current.error && translate('account.password.wrong')}
        reveal={{ show: translate('signin.show'), hide: translate('signin.hide') }}
      />
      <NewPasswordField {...form.text('password')} label={translate('reset.password')} size="md" />
      <Button type="submit" busy={form.isSending && translate('action.working')}>
        {translate('account.password.submit')}
      </Button>
    </Form>
  )
}

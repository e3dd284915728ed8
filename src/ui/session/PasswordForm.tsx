import { useState } from 'react'
import * as v from 'valibot'
import { valueFields } from '../../machines/rules/form.ts'
import { useAtelier } from '../context.ts'
import { Form } from '../form/Form.tsx'
import { useForm } from '../form/use-form.ts'
import { Button } from '../kit/Button.tsx'
import { Notice } from '../kit/Notice.tsx'
import { TextField } from '../kit/TextField.tsx'
import { VisuallyHidden } from '../kit/VisuallyHidden.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'
import { SaidPassword } from './said.ts'

/** Changes the person's own password; without `current` where there never was one. Rejects with `ApiError`. */
export type ChangeOwnPassword = (body: { current?: string; password: string }) => Promise<unknown>

const SCHEMA = v.strictObject({ current: v.optional(v.string()), password: SaidPassword })
const FIELDS = valueFields('current', 'password')

/** Props of {@link PasswordForm}. */
export interface PasswordFormProps {
  /** For password managers: whose password it is. */
  email: string
  change: ChangeOwnPassword
  /** There is no password, as the person was just told: none is asked for. */
  hasNone?: boolean
}

/** Changes the password; every other session ends by it, which is said beforehand. */
export function PasswordForm(props: PasswordFormProps) {
  const { session, translate } = useAtelier()
  const [round, setRound] = useState(0)
  return (
    <>
      {round > 0 && <Notice tone="ok" title={translate('account.password.done')} />}
      <Fields
        key={round}
        {...props}
        onChanged={() => {
          session.send({ type: 'password.changed' })
          setRound(round + 1)
        }}
      />
    </>
  )
}

function Fields({ email, change, hasNone, onChanged }: PasswordFormProps & { onChanged: () => void }) {
  const { translate } = useAtelier()
  const form = useForm({
    schema: SCHEMA,
    fields: FIELDS,
    initial: { current: '', password: '' },
    places: { WRONG_CREDENTIALS: 'body.current' },
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
      {!hasNone && (
        <TextField
          {...current}
          label={translate('account.password.current')}
          type="password"
          autoComplete="current-password"
          description={translate('account.password.currentNone')}
          // Nothing but the server finds this field wrong, and only for one reason.
          error={current.error && translate('account.password.wrong')}
          reveal={{ show: translate('signin.show'), hide: translate('signin.hide') }}
        />
      )}
      <NewPasswordField {...form.text('password')} label={translate('reset.password')} size="md" />
      <Button type="submit" busy={form.isSending && translate('action.working')}>
        {translate('account.password.submit')}
      </Button>
    </Form>
  )
}
